import type { Command } from 'commander';
import { usersDeleteSiteLink } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { siteLinkArgument } from './site-link-options.ts';

/** `site-link delete`: its token ends at once. */
export function addSiteLinkDelete(parent: Command, terminal: Terminal): void {
  parent
    .command('delete')
    .description('delete a site link; what came over it stays')
    .argument(...siteLinkArgument)
    .option('--json', 'print {"id":…,"deleted":true}')
    .action(async (id: number, { json }: { json?: true }) => {
      await withServices(readAdminConfig(terminal.env), (ask) => ask(usersDeleteSiteLink, { id }));
      printLine(terminal, json ? JSON.stringify({ id, deleted: true }) : `Deleted site link ${id}.`);
    });
}
