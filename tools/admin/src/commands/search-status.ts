import type { Command } from 'commander';
import { searchStatus, type Rebuild } from '@svc/contracts';
import { printAnswer } from '../services.ts';
import type { Terminal } from '../terminal.ts';
import { checkLines } from './check-lines.ts';
import type { IndexStatus } from './follow-work.ts';

/** `search status`: the lag of the index, the result of the last check, and running work. */
export function addSearchStatus(parent: Command, terminal: Terminal): void {
  parent
    .command('status')
    .description('show how far the search index is behind, and the result of the last check')
    .option('--json', 'print it as JSON')
    .action((options: object) =>
      printAnswer(terminal, options, { work: (ask) => ask(searchStatus, {}), inWords }),
    );
}

function inWords({ lag, rebuild, check, next_check_at: next }: IndexStatus): string {
  const tasks = lag.engine_tasks === undefined ? 'the engine does not answer' : String(lag.engine_tasks);
  return [
    `Events not handled yet: ${lag.events}`,
    `Jobs waiting: ${lag.jobs}${lag.oldest_job === undefined ? '' : `, the oldest for ${lag.oldest_job.toFixed(0)} s`}`,
    `Jobs set aside: ${lag.set_aside}`,
    `Tasks queued at the engine: ${tasks}`,
    ...(rebuild ? [rebuildLine(rebuild)] : []),
    ...(check ? checkLines(check) : ['The index was never checked.']),
    ...(check?.failure === undefined ? [] : [`The check has failed: ${check.failure}`]),
    next ? `The next check begins at ${next}.` : 'No check begins by itself.',
  ].join('\n');
}

function rebuildLine({
  state,
  begun_at: begun,
  ended_at: ended,
  records,
  comments,
  ...rebuild
}: Rebuild): string {
  if (state === 'failed') return `The last rebuild has failed at ${ended}: ${rebuild.failure}`;
  if (ended) return `Last rebuild: ${ended}, ${records.done} records and ${comments.done} comments`;
  const waits = rebuild.waits_for === undefined ? '' : `; it waits: ${rebuild.waits_for}`;
  return `Being rebuilt since ${begun}: ${records.done} of ${records.of} records, ${comments.done} of ${comments.of} comments${waits}`;
}
