import {
  recordsAccept,
  recordsFollowing,
  recordsRequestAccess,
  recordsShare,
  recordsShares,
  recordsUnshare,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { toFlag } from './sent.ts';

/** Shares, followers and requests for access (docs/guides/sharing.md). */
export const sharingEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/shares', recordsShares, ({ params }) => params),
  forCallers('POST /{ns}-posts/v2/{post_type}/{id}/shares', recordsShare, ({ params, body }) => ({
    ...params,
    user_id: body['user_id'],
  })),
  forCallers('DELETE /{ns}-posts/v2/{post_type}/{id}/shares', recordsUnshare, ({ params, body, query }) => ({
    ...params,
    user_id: body['user_id'] ?? query['user_id'],
  })),
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/following', recordsFollowing, ({ params }) => params),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/request_record_access',
    recordsRequestAccess,
    ({ params }) => params,
  ),
  forCallers('POST /{ns}-posts/v2/contacts/{id}/accept', recordsAccept, ({ params, body }) => ({
    ...params,
    accept: toFlag(body['accept']),
  })),
];
