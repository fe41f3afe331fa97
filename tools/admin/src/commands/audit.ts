import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { usersExportAudit, usersVerifyAudit, type OutputOf } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig } from '../config.ts';
import { withDeployment, type Ask } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { wholeNumber } from './whole-number.ts';

export function addAuditCommands(audit: Command, terminal: Terminal): void {
  for (const add of [addExport, addVerify]) add(audit, terminal);
}

/** `audit export`: entries as the services store them, with their hashes. */
function addExport(parent: Command, terminal: Terminal): void {
  parent
    .command('export')
    .description('print the audit log as NDJSON, one entry on each line, oldest first')
    .option(
      '--after <number>',
      'only entries after this one, the last of an earlier export',
      wholeNumber(0, Number.MAX_SAFE_INTEGER, 'Must be the number of an entry.'),
      0,
    )
    .action(async ({ after }: { after: number }) =>
      withDeployment(readAdminConfig(terminal.env), async ({ ask }) => {
        let last = after;
        for (;;) {
          const { entries } = await ask(usersExportAudit, { after: last });
          for (const entry of entries) printLine(terminal, JSON.stringify(entry));
          const next = entries.at(-1)?.number;
          if (next === undefined) return;
          last = next;
        }
      }),
    );
}

interface Known {
  readonly number: number;
  readonly hash: string;
}

function knownArgument(text: string): Known {
  const { number, hash } = /^(?<number>[1-9]\d{0,14}):(?<hash>[0-9a-f]{64})$/.exec(text)?.groups ?? {};
  if (hash === undefined)
    throw new InvalidArgumentError('Must be NUMBER:HASH, as `audit verify` printed it.');
  return { number: Number(number), hash };
}

/** `audit verify`: fails for a chain with a gap or a change, so that a scheduled command reports it. */
function addVerify(parent: Command, terminal: Terminal): void {
  parent
    .command('verify')
    .description('verify that no entry of the audit log is missing or was changed')
    .option('--known <number:hash>', 'an entry that an earlier `audit verify` printed', knownArgument)
    .option('--json', 'print {"first","number","hash"}')
    .action(async ({ known, json }: { known?: Known; json?: true }) => {
      const { first, number, hash } = await withDeployment(readAdminConfig(terminal.env), async ({ ask }) => {
        const verified = await verify(ask);
        if (known) await checkKnown(ask, known, verified.first);
        return verified;
      });
      const words =
        number < first
          ? 'The audit log has no entries.'
          : `Verified the entries ${first} to ${number}. The last one is ${number}:${hash}`;
      printLine(terminal, json ? JSON.stringify({ first, number, hash }) : words);
    });
}

type Verified = OutputOf<typeof usersVerifyAudit>;

/** @throws AdminError naming the first entry that does not follow from the one before. */
async function verify(ask: Ask): Promise<Verified> {
  let last = await ask(usersVerifyAudit, { after: 0 });
  while (!last.problem && !last.is_complete) last = await ask(usersVerifyAudit, { after: last.number });
  if (last.problem)
    throw new AdminError(`The audit log is broken at entry ${last.problem.number}: ${last.problem.reason}.`);
  return last;
}

/** @throws AdminError when an entry is not the one that was printed earlier, for example after a restore of an older backup. */
async function checkKnown(ask: Ask, { number, hash }: Known, first: number): Promise<void> {
  if (number < first)
    throw new AdminError(`Entry ${number} was deleted after its time; the first entry is ${first}.`);
  const { entries } = await ask(usersExportAudit, { after: number - 1 });
  if (entries[0]?.number !== number || entries[0].hash !== hash)
    throw new AdminError(`Entry ${number} is not the one with this hash: the audit log is another one.`);
}
