import type { Command } from 'commander';
import { usersMail } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { mailArgument } from './mail-argument.ts';

/** `mail show`: what a mail says, or all of it as JSON. */
export function addMailShow(parent: Command, terminal: Terminal): void {
  parent
    .command('show')
    .description('show what a mail says')
    .argument(...mailArgument)
    .option('--json', 'print the mail as JSON, with its HTML')
    .action(async (id: string, { json }: { json?: true }) => {
      const mail = await withServices(readAdminConfig(terminal.env), (ask) => ask(usersMail, { id }));
      const head = [
        ...[`State: ${mail.state}`, `User: ${mail.user_id}`, `To: ${mail.to || '-'}`],
        ...[`Subject: ${mail.subject || '-'}`, `Made: ${mail.created_at}`, `Due: ${mail.due_at}`],
        ...(mail.reason === '' ? [] : [`Reason: ${mail.reason}`]),
      ];
      const text = harmless(mail.text) || 'It is not made yet: that happens when it is sent.';
      printLine(terminal, json ? JSON.stringify(mail) : `${head.join('\n')}\n\n${text.trimEnd()}`);
    });
}

/** Comments are anybody's words: what would move the cursor or colour the terminal is left out. */
function harmless(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
