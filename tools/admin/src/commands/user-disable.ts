import type { Command } from 'commander';
import { usersDisable } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { jsonOption, usernameOption } from './options.ts';

/** `user disable`, and with `--enable` the way back. */
export function addUserDisable(parent: Command, terminal: Terminal): void {
  parent
    .command('disable')
    .description('keep a user from logging in and end its sessions; nothing of it is deleted')
    .requiredOption(...usernameOption)
    .option('--enable', 'let the user in again')
    .option(...jsonOption)
    .action(async (options: { username: string; enable?: true; json?: true }) => {
      const user = await withServices(readAdminConfig(terminal.env), (ask) =>
        ask(usersDisable, { username: options.username, disabled: !options.enable }),
      );
      const text = `${user.username} is ${user.disabled ? 'disabled' : 'enabled'}.`;
      printLine(terminal, options.json ? JSON.stringify(user) : text);
    });
}
