import {
  usersCreateSiteLink,
  usersDeleteSiteLink,
  usersRotateSiteLink,
  usersSiteLinkCheck,
  usersSiteLinks,
  usersSiteLinkSettingsFields,
} from '@svc/contracts';
import { forAnyone, forCallers, type Endpoint, type EndpointRequest } from './endpoint.ts';
import { toFlag } from './sent.ts';

const one = '/{ns}-core/v1/site-links/{id}';

/** Site links for their administrators, and what holders of a transfer token may read (docs/guides/site-links.md). */
export const siteLinksEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-core/v1/site-links', usersSiteLinks, () => ({})),
  forCallers(
    'POST /{ns}-core/v1/site-links',
    usersCreateSiteLink,
    ({ body, fromBody }) => ({
      ...fromBody('label', 'site1', 'site2', 'type'),
      non_product: toFlag(body['non_product']),
      api_key: toFlag(body['api_key']),
      ...fromBody('approved_ip', 'token'),
    }),
    { hasSecret: true },
  ),
  forCallers(
    `POST ${one}/rotate`,
    usersRotateSiteLink,
    ({ params, body }) => ({ id: params.id, token: body['token'] }),
    { hasSecret: true },
  ),
  forCallers(`DELETE ${one}`, usersDeleteSiteLink, ({ params }) => ({ id: params.id })),
  forAnyone('POST /{ns}-public/v1/sites/site_link_check', usersSiteLinkCheck, bearerIn),
  forAnyone('POST /{ns}-public/v2/{post_type}/settings_fields', usersSiteLinkSettingsFields, (request) => ({
    ...bearerIn(request),
    post_type: request.params.post_type,
  })),
];

function bearerIn({ body, query, origin }: Pick<EndpointRequest, 'body' | 'query' | 'origin'>) {
  return {
    transfer_token: body['transfer_token'] ?? query['transfer_token'],
    address: origin.address,
    is_secure: origin.isSecure,
  };
}
