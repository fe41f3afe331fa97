import { InvalidArgumentError, Option, type Command } from 'commander';
import { mailStateSchema, usersMails, type MailState, type MailView } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { table } from '../table.ts';
import { printLine, type Terminal } from '../terminal.ts';

const heading = ['ID', 'STATE', 'USER', 'TO', 'MADE', 'DUE', 'TRIES', 'SUBJECT', 'REASON'];
const most = 1_000;

interface ListOptions {
  readonly state?: MailState;
  readonly limit: number;
  readonly json?: true;
}

/** `mail list`: the newest mails, as a table or as a JSON array. */
export function addMailList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list the newest mails: what was sent, waits, or needs you')
    .addOption(new Option('--state <state>', 'only these').choices(mailStateSchema.options))
    .option('--limit <number>', 'how many', readLimit, 50)
    .option('--json', 'print a JSON array')
    .action(async ({ state, limit, json }: ListOptions) => {
      const { mails } = await withServices(readAdminConfig(terminal.env), (ask) =>
        ask(usersMails, { limit, ...(state && { state }) }),
      );
      printLine(terminal, json ? JSON.stringify(mails) : table([heading, ...mails.map(row)]));
    });
}

function row(mail: MailView): string[] {
  const { id, state, user_id: userId, to, created_at: made, due_at: due, attempts, subject, reason } = mail;
  return [id, state, String(userId), to || '-', made, due, String(attempts), subject || '-', reason];
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw new InvalidArgumentError(`It is a number from 1 to ${most}.`);
}
