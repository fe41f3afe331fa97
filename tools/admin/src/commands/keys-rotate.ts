import type { Command } from 'commander';
import { usersRotateKeys } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';

/** `keys rotate`: sessions go on, since older tokens are valid until they expire; with `--revoke` all of them end. */
export function addKeysRotate(parent: Command, terminal: Terminal): void {
  parent
    .command('rotate')
    .description('sign new logins with a new key; older ones stay valid until they expire')
    .option('--revoke', 'end the older keys now, as when one was stolen: everybody has to log in again')
    .option('--json', 'print {"kid":…}')
    .action(async ({ revoke, json }: { revoke?: true; json?: true }) => {
      const key = await withServices(readAdminConfig(terminal.env), (ask) =>
        ask(usersRotateKeys, { revoke }),
      );
      const ended = revoke ? ' The older ones are revoked: within ten seconds their tokens end.' : '';
      printLine(terminal, json ? JSON.stringify(key) : `Logins are signed with key ${key.kid} now.${ended}`);
    });
}
