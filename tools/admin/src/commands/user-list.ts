import type { Command } from 'commander';
import { usersAdminList, type AdminUser } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { table } from '../table.ts';
import { printLine, type Terminal } from '../terminal.ts';

const heading = ['ID', 'USERNAME', 'E-MAIL', 'NAME', 'ROLES', 'CONTACT', 'STATE'];

/** `user list`: all users, as a table or as a JSON array. */
export function addUserList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list all users')
    .option('--json', 'print a JSON array')
    .action(async (options: { json?: true }) => {
      const { users } = await withServices(readAdminConfig(terminal.env), (ask) => ask(usersAdminList, {}));
      printLine(terminal, options.json ? JSON.stringify(users) : table([heading, ...users.map(row)]));
    });
}

function row(user: AdminUser): string[] {
  return [
    String(user.id),
    user.username,
    user.email,
    user.display_name,
    user.roles.join(', '),
    String(user.corresponds_to_contact ?? '-'),
    user.disabled ? 'disabled' : 'enabled',
  ];
}
