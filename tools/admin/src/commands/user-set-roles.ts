import type { Command } from 'commander';
import { usersSetRoles } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { jsonOption, usernameOption } from './options.ts';

/** `user set-roles`: what the user may do changes with its next request. */
export function addUserSetRoles(parent: Command, terminal: Terminal): void {
  parent
    .command('set-roles')
    .description('replace the roles of a user')
    .requiredOption(...usernameOption)
    .requiredOption('--role <role...>', 'all roles the user has from now on')
    .option(...jsonOption)
    .action(async (options: { username: string; role: string[]; json?: true }) => {
      const user = await withServices(readAdminConfig(terminal.env), (ask) =>
        ask(usersSetRoles, { username: options.username, roles: options.role }),
      );
      const text = `${user.username} is ${user.roles.join(', ')} now.`;
      printLine(terminal, options.json ? JSON.stringify(user) : text);
    });
}
