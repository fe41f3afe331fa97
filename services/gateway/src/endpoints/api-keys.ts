import { usersApiKeys, usersCreateApiKey, usersDeleteApiKey } from '@svc/contracts';
import { flag } from './coercions.ts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { fromBody, fromQuery, inBody } from './input-sources.ts';

/** API keys (docs/guides/api-keys.md). */
export const apiKeysEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}/v1/keys', usersApiKeys, fromQuery('user_id')),
  forCallers(
    'POST /{ns}/v1/keys',
    usersCreateApiKey,
    {
      ...fromBody('name', 'access', 'post_types', 'expires_at', 'user_id'),
      administration: inBody('administration', flag),
    },
    { hasSecret: true },
  ),
  forCallers('DELETE /{ns}/v1/keys/{id}', usersDeleteApiKey, {}),
];
