import { createHash } from 'node:crypto';
import type { Logger } from '@svc/service-kit';
import type { LinkVault } from './link-vault.ts';
import { acceptedBearers, hourOf } from './site-key.ts';
import type { SiteLinkStore } from './site-link-store.ts';
import type { SiteLink } from './site-link.ts';

export interface LinkTableOptions {
  readonly links: Pick<SiteLinkStore, 'all' | 'revision'>;
  readonly vault: Pick<LinkVault, 'open'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now?: () => Date;
}

type Table = ReadonlyMap<string, SiteLink>;

/**
 * All currently accepted bearers of site links by SHA-256, so that a lookup does not go through the links. The table is
 * rebuilt when the hour changes or the links' revision in the database, which each lookup reads.
 */
export function linkTable(options: LinkTableOptions) {
  const { links, now = () => new Date() } = options;
  /** The table, and the revision of the links and the hour for which it was built. */
  let made: { readonly of: string; readonly table: Promise<Table> } | undefined;

  async function current(): Promise<Table> {
    const revision = await links.revision();
    const at = now();
    const of = `${revision} ${hourOf(at)}`;
    if (made?.of === of) return made.table;
    const next = { of, table: makeTable(options, at) };
    made = next;
    next.table.catch(() => {
      if (made === next) made = undefined;
    });
    return next.table;
  }

  return {
    /** Builds the table before the first bearer comes. */
    fill: async () => void (await current()),
    find: async (bearer: string) => (await current()).get(digestOf(bearer)),
  };
}

async function makeTable({ links, vault, log }: LinkTableOptions, now: Date): Promise<Table> {
  const table = new Map<string, SiteLink>();
  const closed: number[] = [];
  for (const link of await links.all()) {
    const token = vault.open(link);
    if (token === undefined) closed.push(link._id);
    else for (const bearer of acceptedBearers({ ...link, token }, now)) table.set(digestOf(bearer), link);
  }
  if (closed.length > 0)
    log.warn({ siteLinks: closed }, 'site links cannot be decrypted: SITE_LINK_SECRET has changed');
  return table;
}

function digestOf(bearer: string): string {
  return createHash('sha256').update(bearer).digest('hex');
}
