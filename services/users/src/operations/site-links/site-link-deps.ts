import type { BusCaller } from '@svc/service-kit';
import type { TranslatorFor } from '@svc/language';
import type { SiteLinks } from '../../site-links/site-links.ts';

/** What site links are kept and looked up with. */
export interface SiteLinkDeps {
  readonly siteLinks: SiteLinks;
  /** Asks other services in this one's own name. */
  readonly caller: Pick<BusCaller, 'call'>;
  /** Puts texts in a language. */
  readonly translatorFor: TranslatorFor;
}
