import {
  recordsAccept,
  recordsFollowing,
  recordsRequestAccess,
  recordsShare,
  recordsShares,
  recordsUnshare,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { toFlag } from './sent.ts';

/** Shares, followers and requests for access (docs/sharing.md). */
export const sharingEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/{id}/shares',
    access: 'caller',
    operation: recordsShares,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/shares',
    access: 'caller',
    operation: recordsShare,
    input: ({ params, body }) => ({ ...params, user_id: body['user_id'] }),
  }),
  defineEndpoint({
    route: 'DELETE /{ns}-posts/v2/{post_type}/{id}/shares',
    access: 'caller',
    operation: recordsUnshare,
    input: ({ params, body, query }) => ({ ...params, user_id: body['user_id'] ?? query['user_id'] }),
  }),
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/{id}/following',
    access: 'caller',
    operation: recordsFollowing,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/request_record_access',
    access: 'caller',
    operation: recordsRequestAccess,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/contacts/{id}/accept',
    access: 'caller',
    operation: recordsAccept,
    input: ({ params, body }) => ({ ...params, accept: toFlag(body['accept']) }),
  }),
];
