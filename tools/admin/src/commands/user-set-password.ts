import type { Command } from 'commander';
import { usersSetPassword } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { readPassword } from '../read-password.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { jsonOption, usernameOption } from './options.ts';

/** `user set-password`: tokens of the user that were issued before stop working. */
export function addUserSetPassword(parent: Command, terminal: Terminal): void {
  parent
    .command('set-password')
    .description('give a user a new password; whoever is logged in as this user has to log in again')
    .requiredOption(...usernameOption)
    .requiredOption('--password <password>', 'at least 10 characters; - reads a line from standard input')
    .option(...jsonOption)
    .action(async (options: { username: string; password: string; json?: true }) => {
      const password = await readPassword(options.password, terminal);
      const user = await withServices(readAdminConfig(terminal.env), (ask) =>
        ask(usersSetPassword, { username: options.username, password }),
      );
      printLine(terminal, options.json ? JSON.stringify(user) : `${user.username} has a new password.`);
    });
}
