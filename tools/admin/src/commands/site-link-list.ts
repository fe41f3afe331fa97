import type { Command } from 'commander';
import { usersSiteLinks, type SiteLinkView } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { table } from '../table.ts';
import { printLine, type Terminal } from '../terminal.ts';

const heading = ['ID', 'LABEL', 'SITE 1', 'SITE 2', 'TYPE', 'BEARER', 'FROM'];

/** `site-link list`: all links and the types that there are, or the links as a JSON array. */
export function addSiteLinkList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list all site links and the connection types; tokens are not shown')
    .option('--json', 'print the links as a JSON array')
    .action(async (options: { json?: true }) => {
      const { site_links: links, types } = await withServices(readAdminConfig(terminal.env), (ask) =>
        ask(usersSiteLinks, {}),
      );
      const ofTypes = types.map(({ key, label }) => [key, label]);
      const text = `${table([heading, ...links.map(row)])}\n\n${table([['TYPE', 'NAME'], ...ofTypes])}`;
      printLine(terminal, options.json ? JSON.stringify(links) : text);
    });
}

function row(link: SiteLinkView): string[] {
  const { id, label, site1, site2, type, api_key: isKey, approved_ip: address } = link;
  return [String(id), label, site1, site2, type, isKey ? 'token' : 'hourly', address || 'anywhere'];
}
