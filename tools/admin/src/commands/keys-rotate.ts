import type { Command } from 'commander';
import { usersRotateKeys } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';

/** `keys rotate`: sessions go on, since older tokens are valid until they expire. */
export function addKeysRotate(parent: Command, terminal: Terminal): void {
  parent
    .command('rotate')
    .description('sign new logins with a new key; older ones stay valid until they expire')
    .option('--json', 'print {"kid":…}')
    .action(async (options: { json?: true }) => {
      const key = await withServices(readAdminConfig(terminal.env), (ask) => ask(usersRotateKeys, {}));
      printLine(terminal, options.json ? JSON.stringify(key) : `Logins are signed with key ${key.kid} now.`);
    });
}
