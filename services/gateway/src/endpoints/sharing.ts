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
    method: 'GET',
    path: '/{ns}-posts/v2/{post_type}/{id}/shares',
    access: 'caller',
    operation: recordsShares,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/{ns}-posts/v2/{post_type}/{id}/shares',
    access: 'caller',
    operation: recordsShare,
    input: ({ params, body }) => ({ ...params, user_id: body['user_id'] }),
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/{ns}-posts/v2/{post_type}/{id}/shares',
    access: 'caller',
    operation: recordsUnshare,
    input: ({ params, body, query }) => ({ ...params, user_id: body['user_id'] ?? query['user_id'] }),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/{ns}-posts/v2/{post_type}/{id}/following',
    access: 'caller',
    operation: recordsFollowing,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/{ns}-posts/v2/{post_type}/{id}/request_record_access',
    access: 'caller',
    operation: recordsRequestAccess,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/{ns}-posts/v2/contacts/{id}/accept',
    access: 'caller',
    operation: recordsAccept,
    input: ({ params, body }) => ({ ...params, accept: toFlag(body['accept']) }),
  }),
];
