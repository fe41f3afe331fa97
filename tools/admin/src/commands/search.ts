import { setTimeout as delay } from 'node:timers/promises';
import { Argument, type Command } from 'commander';
import {
  searchCancel,
  searchCheck,
  searchRebuild,
  searchStatus,
  ServiceError,
  type Check,
  type Findings,
  type OutputOf,
  type Rebuild,
} from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { ProgressReport, type Progress } from '../progress.ts';
import { printAnswer, type Ask } from '../services.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** The state of the search index. */
export type IndexStatus = OutputOf<typeof searchStatus>;

export function addSearchCommands(search: Command, terminal: Terminal): void {
  for (const add of [addSearchReindex, addSearchStatus, addSearchCheck, addSearchCancel])
    add(search, terminal);
}

/** `search reindex`: starts a rebuild of the index, or joins a running one, and shows its progress to the end. */
function addSearchReindex(parent: Command, terminal: Terminal): void {
  parent
    .command('reindex')
    .description('build a new search index next to the current one, then swap them')
    .option('--json', 'print the finished rebuild as JSON')
    .addHelpText(
      'after',
      '\nThe rebuild runs in the services: it continues when this command is stopped. Run the command again to watch it.',
    )
    .action((options: object) =>
      printAnswer(terminal, options, { work: (ask) => reindex(ask, terminal), inWords: rebuiltText }),
    );
}

async function reindex(ask: Ask, terminal: Terminal): Promise<Rebuild> {
  const report = new ProgressReport(terminal);
  const { rebuild: begun, has_begun: hasBegun } = await ask(searchRebuild, {});
  if (!hasBegun) report.say(`A rebuild is already running since ${begun.begun_at}.`);
  const rebuild = await followWork(ask, report, 'rebuild', rebuildProgress);
  if (rebuild.failure === undefined) return rebuild;
  throw new AdminError(`The rebuild failed: ${rebuild.failure}\nThe index is unchanged.`);
}

function rebuildProgress({ state, records, comments, seconds }: Rebuild) {
  const done = records.done + comments.done;
  const rate = seconds > 0 && done > 0 ? { rate: done / seconds } : {};
  if (state === 'preparing' || state === 'records') return { what: 'records', ...records, ...rate };
  return { what: 'comments', ...comments, ...rate };
}

function rebuiltText({ records, comments, seconds }: Rebuild): string {
  const rate = seconds > 0 ? Math.round((records.done + comments.done) / seconds) : 0;
  return `Rebuilt the search index: ${records.done} records and ${comments.done} comments in ${seconds.toFixed(0)} s, ${rate} a second.`;
}

function addSearchStatus(parent: Command, terminal: Terminal): void {
  parent
    .command('status')
    .description('show the backlog of the search index and the result of the last check')
    .option('--json', 'print the status as JSON')
    .action((options: object) =>
      printAnswer(terminal, options, { work: (ask) => ask(searchStatus, {}), inWords: statusText }),
    );
}

function statusText({ lag, rebuild, check, next_check_at: next }: IndexStatus): string {
  const tasks = lag.engine_tasks === undefined ? 'Meilisearch does not answer' : String(lag.engine_tasks);
  return [
    `Pending events: ${lag.events}`,
    `Pending jobs: ${lag.jobs}${lag.oldest_job === undefined ? '' : `, the oldest for ${lag.oldest_job.toFixed(0)} s`}`,
    `Jobs set aside: ${lag.set_aside}`,
    `Tasks queued in Meilisearch: ${tasks}`,
    ...(rebuild ? [rebuildLine(rebuild)] : []),
    ...(check ? checkLines(check) : ['The index has not been checked yet.']),
    ...(check?.failure === undefined ? [] : [`The check failed: ${check.failure}`]),
    next ? `The next check begins at ${next}.` : 'No check is scheduled.',
  ].join('\n');
}

function rebuildLine(rebuild: Rebuild): string {
  const { state, begun_at: begun, ended_at: ended, records, comments, failure, waits_for: reason } = rebuild;
  if (state === 'failed') return `The last rebuild failed at ${ended}: ${failure}`;
  if (ended) return `Last rebuild: ${ended}, ${records.done} records and ${comments.done} comments`;
  const waits = reason === undefined ? '' : `; waiting: ${reason}`;
  return `Rebuild running since ${begun}: ${records.done} of ${records.of} records, ${comments.done} of ${comments.of} comments${waits}`;
}

/** `search check`: starts a comparison and repair of the index, or joins a running one, and shows its progress to the end. */
function addSearchCheck(parent: Command, terminal: Terminal): void {
  parent
    .command('check')
    .description('compare the search index with records and comments, and repair it')
    .option('--all', 'compare everything, even if counts and samples agree')
    .option('--json', 'print the finished check as JSON')
    .action((options: { all?: true; json?: true }) =>
      printAnswer(terminal, options, {
        work: (ask) => checkIndex(ask, terminal, options.all === true),
        inWords: (check) => checkLines(check).join('\n'),
      }),
    );
}

async function checkIndex(ask: Ask, terminal: Terminal, isThorough: boolean): Promise<Check> {
  const report = new ProgressReport(terminal);
  const { check: begun, has_begun: hasBegun } = await ask(searchCheck, { is_thorough: isThorough });
  if (!hasBegun) report.say(`A check is already running since ${begun.begun_at}.`);
  const check = await followWork(ask, report, 'check', checkProgress);
  if (check.failure === undefined) return check;
  throw new AdminError(`The check failed: ${check.failure}`);
}

/** `search cancel`: ends a rebuild or check that is under way. */
function addSearchCancel(parent: Command, terminal: Terminal): void {
  parent
    .command('cancel')
    .description('cancel the rebuild or check of the search index that is under way')
    .addArgument(new Argument('<work>', 'the work to cancel').choices(['rebuild', 'check']))
    .option('--json', 'print {"cancelled":…}')
    .action((work: 'rebuild' | 'check', options: object) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(searchCancel, { work }),
        inWords: ({ cancelled }) => (cancelled ? `The ${work} is cancelled.` : `No ${work} is under way.`),
      }),
    );
}

function checkProgress({ state, records, comments }: Check) {
  const what = state === 'records' ? 'records' : 'comments';
  const { compared, at_source: counts } = what === 'records' ? records : comments;
  return { what: `${what} compared`, done: compared, of: sum(counts) };
}

function checkLines(check: Check): string[] {
  const { records, comments, begun_at: begun, ended_at: ended } = check;
  const isWrong = [records, comments].some((found) => found.missing + found.stale + found.left_over > 0);
  const when = ended ? `The index was checked at ${ended}.` : `Check running since ${begun}.`;
  return [
    when,
    table([
      ['', 'AT THE SOURCE', 'IN THE INDEX', 'COMPARED', 'MISSING', 'STALE', 'LEFT OVER'],
      ...rowsOf('records', records),
      ...rowsOf('comments', comments),
    ]),
    ...(isWrong ? ['Missing, stale and left-over entries are repaired.'] : []),
  ];
}

function rowsOf(name: string, found: Findings): string[][] {
  const { at_source: source, in_index: index, compared, missing, stale, left_over: leftOver } = found;
  const types = [...new Set([...Object.keys(source), ...Object.keys(index)])].sort();
  return [
    [name, ...[sum(source), sum(index), compared, missing, stale, leftOver].map(String)],
    ...types.map((type) => [`  ${type}`, String(source[type] ?? 0), String(index[type] ?? 0)]),
  ];
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Between two status requests, in milliseconds. */
const pause = 500;

/**
 * Waits until a check or rebuild of the index has ended and returns it. When search does not answer, or waits itself, the reason is
 * reported once; the work continues from where it was.
 */
async function followWork<Kind extends 'rebuild' | 'check'>(
  ask: Ask,
  report: ProgressReport,
  kind: Kind,
  progressOf: (work: NonNullable<IndexStatus[Kind]>) => Progress,
): Promise<NonNullable<IndexStatus[Kind]>> {
  let lastReport: string | undefined;
  try {
    for (;;) {
      const status = await ask(searchStatus, {}).catch(orAway);
      const work = status?.[kind];
      if (work?.ended_at) return work;
      const trouble = status ? work?.waits_for : 'search does not answer';
      if (trouble !== undefined && trouble !== lastReport) report.say(`Waiting: ${trouble}`);
      lastReport = trouble;
      if (work && trouble === undefined) report.show(progressOf(work));
      await delay(pause);
    }
  } finally {
    report.end();
  }
}

function orAway(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === 'service_unavailable') return undefined;
  throw error;
}
