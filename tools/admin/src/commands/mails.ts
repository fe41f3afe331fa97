import { Option, type Command } from 'commander';
import {
  mailStateSchema,
  usersMails,
  type MailState,
  type MailView,
  type OutputOf,
  usersMail,
  usersCancelMail,
  usersRetryMail,
} from '@svc/contracts';
import { printAnswer } from '../services.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wholeNumber } from './whole-number.ts';

export function addMailCommands(mail: Command, terminal: Terminal): void {
  for (const add of [addMailList, addMailShow, addMailRetry, addMailCancel]) add(mail, terminal);
}

const heading = ['ID', 'STATE', 'USER', 'TO', 'CREATED', 'DUE', 'ATTEMPTS', 'SUBJECT', 'REASON'];
const readLimit = wholeNumber(1, 1_000, 'Must be a whole number from 1 to 1000.');

interface ListOptions {
  readonly state?: MailState;
  readonly limit: number;
  readonly json?: true;
}

function addMailList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list the newest mails with their states')
    .addOption(new Option('--state <state>', 'only mails in this state').choices(mailStateSchema.options))
    .option('--limit <number>', 'maximum number of mails', readLimit, 50)
    .option('--json', 'print a JSON array')
    .action((options: ListOptions) =>
      printAnswer(terminal, options, {
        work: async (ask) => {
          const { state, limit } = options;
          return (await ask(usersMails, { limit, ...(state && { state }) })).mails;
        },
        inWords: (mails) => table([heading, ...mails.map(row)]),
      }),
    );
}

function row(mail: MailView): string[] {
  const { id, state, user_id: userId, to, created_at: made, due_at: due, attempts, subject, reason } = mail;
  return [id, state, String(userId), to || '-', made, due, String(attempts), subject || '-', reason];
}

function addMailShow(parent: Command, terminal: Terminal): void {
  parent
    .command('show')
    .description('show a mail')
    .argument(...mailArgument)
    .option('--json', 'print the mail as JSON, with its HTML')
    .action((id: string, options: object) =>
      printAnswer(terminal, options, { work: (ask) => ask(usersMail, { id }), inWords: shown }),
    );
}

function shown(mail: OutputOf<typeof usersMail>): string {
  const head = [
    `State: ${mail.state}`,
    `User: ${mail.user_id}`,
    `To: ${mail.to || '-'}`,
    `Subject: ${mail.subject || '-'}`,
    `Created: ${mail.created_at}`,
    `Due: ${mail.due_at}`,
    ...(mail.reason === '' ? [] : [`Reason: ${mail.reason}`]),
  ];
  const text = harmless(mail.text) || 'The text is composed when the mail is sent.';
  return `${head.join('\n')}\n\n${text.trimEnd()}`;
}

/** Removes control characters, which could move the cursor or colour the terminal: mails quote comments of any user. */
function harmless(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

/** `mail retry`: sends failed mails again, and uncertain ones, which may then arrive twice. */
function addMailRetry(parent: Command, terminal: Terminal): void {
  parent
    .command('retry')
    .description('send a failed or uncertain mail again')
    .argument(...mailArgument)
    .option('--json', 'print the mail as JSON')
    .action((id: string, options: object) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(usersRetryMail, { id }),
        inWords: (mail) => `Mail ${mail.id} is queued to be sent again.`,
      }),
    );
}

/** `mail cancel`: drops a mail that waits to be sent. */
function addMailCancel(parent: Command, terminal: Terminal): void {
  parent
    .command('cancel')
    .description('cancel a mail that waits to be sent')
    .argument(...mailArgument)
    .option('--json', 'print the mail as JSON')
    .action((id: string, options: object) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(usersCancelMail, { id }),
        inWords: (mail) => `Mail ${mail.id} is cancelled.`,
      }),
    );
}

const mailArgument = ['<id>', 'the id of the mail, as `mail list` shows it'] as const;
