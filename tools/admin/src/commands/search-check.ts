import type { Command } from 'commander';
import { searchCheck, type Check } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig } from '../config.ts';
import { ProgressReport } from '../progress.ts';
import { withServices, type Ask } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { checkLines } from './check-lines.ts';
import { followWork } from './follow-work.ts';

/** `search check`: starts a comparison and repair of the index, or joins a running one, and shows its progress to the end. */
export function addSearchCheck(parent: Command, terminal: Terminal): void {
  parent
    .command('check')
    .description('compare the search index with records and comments, and repair it')
    .option('--all', 'compare everything, even if counts and samples agree')
    .option('--json', 'print the check as JSON when it is over')
    .action(async (options: { all?: true; json?: true }) => {
      const check = await withServices(readAdminConfig(terminal.env), (ask) =>
        checkIndex({ ask, terminal, isThorough: options.all === true }),
      );
      printLine(terminal, options.json ? JSON.stringify(check) : checkLines(check).join('\n'));
    });
}

async function checkIndex(work: { ask: Ask; terminal: Terminal; isThorough: boolean }): Promise<Check> {
  const { ask, terminal, isThorough } = work;
  const report = new ProgressReport(terminal);
  const { check: begun, has_begun: hasBegun } = await ask(searchCheck, { is_thorough: isThorough });
  if (!hasBegun) report.say(`The index is being checked already, since ${begun.begun_at}.`);
  const check = await followWork<Check>(ask, report, {
    find: (status) => status.check,
    show: (now) => report.show(progressOf(now)),
  });
  if (check.failure === undefined) return check;
  throw new AdminError(`The check has failed: ${check.failure}`);
}

function progressOf({ state, records, comments }: Check) {
  const what = state === 'records' ? 'records' : 'comments';
  const { compared, at_source: counts } = what === 'records' ? records : comments;
  const of = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { what: `${what} compared`, done: compared, of };
}
