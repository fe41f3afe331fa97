import {
  usersCreateSiteLink,
  usersDeleteSiteLink,
  usersRotateSiteLink,
  usersSiteLinkCheck,
  usersSiteLinks,
  usersSiteLinkSettingsFields,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { toFlag } from './sent.ts';

const one = '/{ns}-core/v1/site-links/{id}';

/** Site links for their administrators, and what holders of a transfer token may read (docs/site-links.md). */
export const siteLinksEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'GET /{ns}-core/v1/site-links',
    access: 'caller',
    operation: usersSiteLinks,
    input: () => ({}),
  }),
  defineEndpoint({
    route: 'POST /{ns}-core/v1/site-links',
    access: 'caller',
    hasSecret: true,
    operation: usersCreateSiteLink,
    input: ({ body, fromBody }) => ({
      ...fromBody('label', 'site1', 'site2', 'type'),
      non_product: toFlag(body['non_product']),
      api_key: toFlag(body['api_key']),
      ...fromBody('approved_ip', 'token'),
    }),
  }),
  defineEndpoint({
    route: `POST ${one}/rotate`,
    access: 'caller',
    hasSecret: true,
    operation: usersRotateSiteLink,
    input: ({ params, body }) => ({ id: params.id, token: body['token'] }),
  }),
  defineEndpoint({
    route: `DELETE ${one}`,
    access: 'caller',
    operation: usersDeleteSiteLink,
    input: ({ params }) => ({ id: params.id }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-public/v1/sites/site_link_check',
    access: 'public',
    operation: usersSiteLinkCheck,
    input: ({ body, query, origin }) => ({
      transfer_token: body['transfer_token'] ?? query['transfer_token'],
      address: origin.address,
      is_secure: origin.isSecure,
    }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-public/v2/{post_type}/settings_fields',
    access: 'public',
    operation: usersSiteLinkSettingsFields,
    input: ({ params, body, query, origin }) => ({
      post_type: params.post_type,
      transfer_token: body['transfer_token'] ?? query['transfer_token'],
      address: origin.address,
      is_secure: origin.isSecure,
    }),
  }),
];
