import type { Command } from 'commander';
import { usersRotateSiteLink } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { readToken, shownToken, siteLinkArgument, siteLinkTokenOption } from './site-link-options.ts';

/** `site-link rotate`: the old token ends at once. */
export function addSiteLinkRotate(parent: Command, terminal: Terminal): void {
  parent
    .command('rotate')
    .description('give a site link a new token; it is shown now and never again')
    .argument(...siteLinkArgument)
    .option(...siteLinkTokenOption)
    .option('--json', 'print the link with its token as JSON')
    .action(async (id: number, { token: given, json }: { token?: string; json?: true }) => {
      const token = await readToken(given, terminal);
      const link = await withServices(readAdminConfig(terminal.env), (ask) =>
        ask(usersRotateSiteLink, { id, token }),
      );
      const text = `Site link ${link.id} (${link.label}) has a new token. ${shownToken(link)}`;
      printLine(terminal, json ? JSON.stringify(link) : text);
    });
}
