import type { Extension } from '@svc/contracts';
import type { Logger } from '@svc/service-kit';
import type { Store } from '@svc/service-kit/store';
import type { BearerLimiter } from '../limits/bearer-limiter.ts';
import type { RoleCatalogue } from '../roles/role-catalogue.ts';
import { LinkTable } from './link-table.ts';
import { LinkTypes } from './link-types.ts';
import { LinkVault } from './link-vault.ts';
import { SiteLinkStore } from './site-link-store.ts';

/** The parts of site links that operations use. */
export interface SiteLinks {
  readonly store: SiteLinkStore;
  readonly vault: LinkVault;
  readonly table: LinkTable;
  readonly types: LinkTypes;
  readonly limiter: BearerLimiter;
  /** Whether sites without HTTPS may be linked. */
  readonly debugMode: boolean;
  /** Whether clients reach this installation over HTTPS: without it no bearer of a link is accepted. */
  readonly hasHttps: boolean;
  /** The host of this installation; the other of a link's two sites is the remote one. */
  readonly ownHost: string;
}

export interface SiteLinksOptions {
  readonly store: Store;
  readonly key: Buffer;
  readonly roles: RoleCatalogue;
  readonly extensions: readonly Pick<Extension, 'siteLinkTypes'>[];
  readonly limiter: BearerLimiter;
  readonly debugMode: boolean;
  readonly publicUrl: string;
  readonly log: Logger;
}

export function siteLinks(options: SiteLinksOptions): SiteLinks {
  const { limiter, debugMode, log } = options;
  const vault = new LinkVault(options.key);
  const store = new SiteLinkStore(options.store, vault);
  const types = new LinkTypes(options.roles, options.extensions);
  const table = new LinkTable({ links: store, vault, log });
  const { protocol, host: ownHost } = new URL(options.publicUrl);
  return { store, vault, table, types, limiter, debugMode, hasHttps: protocol === 'https:', ownHost };
}
