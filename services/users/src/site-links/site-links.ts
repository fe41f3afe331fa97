import type { Extension } from '@svc/contracts';
import { isLoopback, type Logger } from '@svc/service-kit';
import type { Store } from '@svc/service-kit/store';
import type { AuditLog } from '../audit/audit-log.ts';
import type { BearerLimiter } from '../limits/bearer-limiter.ts';
import type { RoleCatalogue } from '../roles/role-catalogue.ts';
import { linkTable } from './link-table.ts';
import { LinkTypes } from './link-types.ts';
import { linkVault } from './link-vault.ts';
import { SiteLinkStore } from './site-link-store.ts';

export interface SiteLinksOptions {
  readonly store: Store;
  readonly audit: AuditLog;
  readonly key: Buffer;
  readonly roles: RoleCatalogue;
  readonly extensions: readonly Pick<Extension, 'siteLinkTypes'>[];
  readonly limiter: BearerLimiter;
  /** Whether sites without HTTPS may be linked. */
  readonly debugMode: boolean;
  readonly publicUrl: string;
  readonly log: Logger;
}

export type SiteLinks = ReturnType<typeof siteLinks>;

export function siteLinks({ key, roles, extensions, limiter, debugMode, log, ...options }: SiteLinksOptions) {
  const vault = linkVault(key);
  const store = new SiteLinkStore(options.store, vault, options.audit);
  const { host } = new URL(options.publicUrl);
  return {
    store,
    vault,
    limiter,
    debugMode,
    table: linkTable({ links: store, vault, log }),
    types: new LinkTypes(roles, extensions),
    acceptsBearers: acceptsBearersAt(options.publicUrl),
    /** The host of this installation; the other of a link's two sites is the remote one. */
    ownHost: host,
  };
}

/** Whether an installation with this public address accepts bearers of links there: over HTTPS, or from its own machine. */
export function acceptsBearersAt(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopback(hostname);
}
