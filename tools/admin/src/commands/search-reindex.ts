import type { Command } from 'commander';
import { searchRebuild, type Rebuild } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { ProgressReport } from '../progress.ts';
import { printAnswer, type Ask } from '../services.ts';
import type { Terminal } from '../terminal.ts';
import { followWork } from './follow-work.ts';

/** `search reindex`: starts a rebuild of the index, or joins a running one, and shows its progress to the end. */
export function addSearchReindex(parent: Command, terminal: Terminal): void {
  parent
    .command('reindex')
    .description('rebuild the search index beside the one in use, and swap them')
    .option('--json', 'print the rebuild as JSON when it is over')
    .addHelpText(
      'after',
      '\nThe services do the work: it continues without this tool, which you may stop and call again.',
    )
    .action((options: object) =>
      printAnswer(terminal, options, { work: (ask) => reindex(ask, terminal), inWords }),
    );
}

async function reindex(ask: Ask, terminal: Terminal): Promise<Rebuild> {
  const report = new ProgressReport(terminal);
  const { rebuild: begun, has_begun: hasBegun } = await ask(searchRebuild, {});
  if (!hasBegun) report.say(`The index is being rebuilt already, since ${begun.begun_at}.`);
  const rebuild = await followWork<Rebuild>(ask, report, {
    find: (status) => status.rebuild,
    show: (now) => report.show(progressOf(now)),
  });
  if (rebuild.failure === undefined) return rebuild;
  throw new AdminError(`The rebuild has failed: ${rebuild.failure}\nThe index is as it was.`);
}

function progressOf({ state, records, comments, seconds }: Rebuild) {
  const done = records.done + comments.done;
  const rate = seconds > 0 && done > 0 ? { rate: done / seconds } : {};
  if (state === 'preparing' || state === 'records') return { what: 'records', ...records, ...rate };
  return { what: 'comments', ...comments, ...rate };
}

function inWords({ records, comments, seconds }: Rebuild): string {
  const rate = seconds > 0 ? Math.round((records.done + comments.done) / seconds) : 0;
  return `Rebuilt the search index: ${records.done} records and ${comments.done} comments in ${seconds.toFixed(0)} s, ${rate} a second.`;
}
