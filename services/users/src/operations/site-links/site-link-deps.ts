import type { BusCaller } from '@svc/service-kit';
import type { TranslatorFor } from '@svc/language';
import type { SiteLinks } from '../../site-links/site-links.ts';

export interface SiteLinkDeps {
  readonly siteLinks: SiteLinks;
  /** Calls other services in this service's own name. */
  readonly caller: Pick<BusCaller, 'call'>;
  readonly translatorFor: TranslatorFor;
}
