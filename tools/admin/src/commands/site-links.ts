import type { Command } from 'commander';
import {
  usersCreateSiteLink,
  usersSiteLinks,
  type SiteLinkView,
  usersRotateSiteLink,
  usersDeleteSiteLink,
} from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { readPassword } from '../read-password.ts';
import { printAnswer, withDeployment } from '../services.ts';
import { table } from '../table.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { idArgument } from './whole-number.ts';

export function addSiteLinkCommands(siteLink: Command, terminal: Terminal): void {
  for (const add of [addSiteLinkCreate, addSiteLinkList, addSiteLinkRotate, addSiteLinkDelete])
    add(siteLink, terminal);
}

interface CreateOptions {
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

/** `site-link create`: prints the link with its token, which is never shown again. */
function addSiteLinkCreate(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('link another site; the token is shown only once')
    .requiredOption('--label <label>', 'name of the link, shown as the author of data received over it')
    .requiredOption(
      '--type <type>',
      'the connection type, for example create_contacts; `list` shows all types',
    )
    .requiredOption(
      '--site1 <host>',
      'this site, for example records.example.org; with http:// in front if it has no HTTPS',
    )
    .requiredOption('--site2 <host>', 'the other site; both sites must use the same order')
    .option(...siteLinkTokenOption)
    .option('--api-key', 'accept only the token itself as bearer, over HTTPS or with DEBUG_MODE')
    .option('--non-product', 'the other site is not an installation of this product')
    .option('--approved-ip <address>', 'the only address that may use the link')
    .option('--json', 'print the link with its token as JSON')
    .action(async (options: CreateOptions) => createSiteLink(options, terminal));
}

async function createSiteLink(options: CreateOptions, terminal: Terminal): Promise<void> {
  const { label, type, site1, site2, apiKey, nonProduct, approvedIp } = options;
  const token = await readToken(options.token, terminal);
  const input = { label, type, site1, site2, token, non_product: nonProduct, api_key: apiKey };
  await printAnswer(terminal, options, {
    work: (ask) => ask(usersCreateSiteLink, { ...input, approved_ip: approvedIp }),
    inWords: (link) => {
      const text = `Created site link ${link.id} (${link.label}), ${link.type_label}. ${shownToken(link)}`;
      return [text, link.note].filter(Boolean).join('\n');
    },
  });
}

const heading = ['ID', 'LABEL', 'SITE 1', 'SITE 2', 'TYPE', 'BEARER', 'FROM'];

function addSiteLinkList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list all site links and the connection types; tokens are not shown')
    .option('--json', 'print the links as a JSON array')
    .action(async (options: { json?: true }) => {
      const { site_links: links, types } = await withDeployment(readAdminConfig(terminal.env), ({ ask }) =>
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

/** `site-link rotate`: the old token is invalid at once. */
function addSiteLinkRotate(parent: Command, terminal: Terminal): void {
  parent
    .command('rotate')
    .description('replace the token of a site link; the new token is shown only once')
    .argument(...siteLinkArgument)
    .option(...siteLinkTokenOption)
    .option('--json', 'print the link with its token as JSON')
    .action(async (id: number, options: { token?: string; json?: true }) => {
      const token = await readToken(options.token, terminal);
      await printAnswer(terminal, options, {
        work: (ask) => ask(usersRotateSiteLink, { id, token }),
        inWords: (link) => `Site link ${link.id} (${link.label}) has a new token. ${shownToken(link)}`,
      });
    });
}

function addSiteLinkDelete(parent: Command, terminal: Terminal): void {
  parent
    .command('delete')
    .description('delete a site link; records that came over it stay')
    .argument(...siteLinkArgument)
    .option('--json', 'print {"id":…,"deleted":true}')
    .action((id: number, options: object) =>
      printAnswer(terminal, options, {
        work: async (ask) => {
          await ask(usersDeleteSiteLink, { id });
          return { id, deleted: true };
        },
        inWords: () => `Deleted site link ${id}.`,
      }),
    );
}

const siteLinkTokenOption: [flags: string, description: string] = [
  '--token <token>',
  'token of the other site; - reads it from standard input (default: a new token)',
];

const siteLinkArgument: [name: string, description: string, parse: (text: string) => number] = [
  '<id>',
  'the id of the link, as `site-link list` shows it',
  idArgument,
];

async function readToken(
  option: string | undefined,
  terminal: Pick<Terminal, 'stdin'>,
): Promise<string | undefined> {
  return option === undefined ? undefined : readPassword(option, terminal, 'token');
}

function shownToken({ token }: { readonly token?: string | undefined }): string {
  return `Its token (shown only once): ${token ?? '-'}`;
}
