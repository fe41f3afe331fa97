import {
  usersCreateSiteLink,
  usersDeleteSiteLink,
  usersRotateSiteLink,
  usersSiteLinkCheck,
  usersSiteLinks,
  usersSiteLinkSettingsFields,
} from '@svc/contracts';
import { forAnyone, forCallers, type Endpoint } from './endpoint.ts';
import { flag } from './coercions.ts';
import { clientAddress, firstOf, fromBody, inBody, inQuery, isSecure } from './input-sources.ts';

const one = '/{ns}-core/v1/site-links/{id}';

/** A transfer token, and where it came from. */
const bearer = {
  transfer_token: firstOf(inBody('transfer_token'), inQuery('transfer_token')),
  address: clientAddress,
  is_secure: isSecure,
};

/** Site links for their administrators, and what holders of a transfer token may read (docs/guides/site-links.md). */
export const siteLinksEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-core/v1/site-links', usersSiteLinks, {}),
  forCallers(
    'POST /{ns}-core/v1/site-links',
    usersCreateSiteLink,
    {
      ...fromBody('label', 'site1', 'site2', 'type'),
      non_product: inBody('non_product', flag),
      api_key: inBody('api_key', flag),
      ...fromBody('approved_ip', 'token'),
    },
    { hasSecret: true },
  ),
  forCallers(`POST ${one}/rotate`, usersRotateSiteLink, fromBody('token'), { hasSecret: true }),
  forCallers(`DELETE ${one}`, usersDeleteSiteLink, {}),
  forAnyone('POST /{ns}-public/v1/sites/site_link_check', usersSiteLinkCheck, bearer),
  forAnyone('POST /{ns}-public/v2/{post_type}/settings_fields', usersSiteLinkSettingsFields, bearer),
];
