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

/** Links by the SHA-256 of their bearers. */
type Table = ReadonlyMap<string, SiteLink>;

interface Made {
  /** The revision of the links and the hour for which the table was built. */
  readonly of: string;
  readonly table: Promise<Table>;
}

/**
 * All currently accepted bearers of site links by SHA-256, so that a lookup does not go through the links. The table is
 * rebuilt when the hour changes or the links' revision in the database, which each lookup reads.
 */
export class LinkTable {
  readonly #options: LinkTableOptions;
  readonly #now: () => Date;
  #made: Made | undefined;

  constructor(options: LinkTableOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  /** Builds the table before the first bearer comes. */
  async fill(): Promise<void> {
    await this.#current();
  }

  /** The link that accepts a bearer now. */
  async find(bearer: string): Promise<SiteLink | undefined> {
    return (await this.#current()).get(digestOf(bearer));
  }

  async #current(): Promise<Table> {
    const revision = await this.#options.links.revision();
    const now = this.#now();
    const of = `${revision} ${hourOf(now)}`;
    if (this.#made?.of === of) return this.#made.table;
    const made = { of, table: this.#make(now) };
    this.#made = made;
    made.table.catch(() => {
      if (this.#made === made) this.#made = undefined;
    });
    return made.table;
  }

  async #make(now: Date): Promise<Table> {
    const table = new Map<string, SiteLink>();
    const closed: number[] = [];
    for (const link of await this.#options.links.all()) {
      const token = this.#options.vault.open(link);
      if (token === undefined) closed.push(link._id);
      else for (const bearer of acceptedBearers({ ...link, token }, now)) table.set(digestOf(bearer), link);
    }
    if (closed.length > 0)
      this.#options.log.warn(
        { siteLinks: closed },
        'site links cannot be opened: SITE_LINK_SECRET is another one',
      );
    return table;
  }
}

function digestOf(bearer: string): string {
  return createHash('sha256').update(bearer).digest('hex');
}
