import type { Command } from 'commander';
import { usersRetryMail } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { mailArgument } from './mail-argument.ts';

/** `mail retry`: for what has failed, and for what may have gone out and is worth a second one. */
export function addMailRetry(parent: Command, terminal: Terminal): void {
  parent
    .command('retry')
    .description('try once more to send a mail that has failed or is uncertain')
    .argument(...mailArgument)
    .option('--json', 'print the mail as JSON')
    .action(async (id: string, { json }: { json?: true }) => {
      const mail = await withServices(readAdminConfig(terminal.env), (ask) => ask(usersRetryMail, { id }));
      printLine(terminal, json ? JSON.stringify(mail) : `Mail ${mail.id} is tried once more.`);
    });
}
