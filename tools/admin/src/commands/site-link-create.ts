import type { Command } from 'commander';
import { usersCreateSiteLink } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { readToken, shownToken, siteLinkTokenOption } from './site-link-options.ts';

interface Options {
  readonly label: string;
  readonly type: string;
  readonly site1: string;
  readonly site2: string;
  readonly token?: string;
  readonly apiKey?: true;
  readonly nonProduct?: true;
  readonly approvedIp?: string;
  readonly json?: true;
}

/** `site-link create`: prints the link with its token, which nobody is shown again. */
export function addSiteLinkCreate(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('link another site; its token is shown now and never again')
    .requiredOption('--label <label>', 'what the link is called; the author of what comes over it')
    .requiredOption('--type <type>', 'what it may do, for example create_contacts; `list` shows all types')
    .requiredOption(
      '--site1 <host>',
      'this site: records.example.org; http:// in front says that it has no HTTPS',
    )
    .requiredOption('--site2 <host>', 'the other site; both sides keep the same order')
    .option(...siteLinkTokenOption)
    .option('--api-key', 'the token itself is the bearer, over HTTPS or with DEBUG_MODE, and nothing else is')
    .option('--non-product', 'the other site is no installation of this product')
    .option('--approved-ip <address>', 'the only address that may use it')
    .option('--json', 'print the link with its token as JSON')
    .action(async (options: Options) => createSiteLink(options, terminal));
}

async function createSiteLink(options: Options, terminal: Terminal): Promise<void> {
  const { label, type, site1, site2, apiKey, nonProduct, approvedIp } = options;
  const token = await readToken(options.token, terminal);
  const input = { label, type, site1, site2, token, non_product: nonProduct, api_key: apiKey };
  const link = await withServices(readAdminConfig(terminal.env), (ask) =>
    ask(usersCreateSiteLink, { ...input, approved_ip: approvedIp }),
  );
  const text = `Created site link ${link.id} (${link.label}), ${link.type_label}. ${shownToken(link)}`;
  printLine(terminal, options.json ? JSON.stringify(link) : [text, link.note].filter(Boolean).join('\n'));
}
