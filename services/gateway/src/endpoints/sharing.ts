import {
  acceptedByDefault,
  recordsAccept,
  recordsFollowing,
  recordsRequestAccess,
  recordsShare,
  recordsShares,
  recordsUnshare,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { flag } from './coercions.ts';
import { constant, firstOf, fromBody, inBody, inQuery } from './input-sources.ts';

const answerOfAssignee = {
  accept: inBody('accept', flag),
  overall_status: inBody('overall_status'),
};

/** Shares, followers and requests for access (docs/guides/sharing.md). */
export const sharingEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/shares', recordsShares, {}),
  forCallers('POST /{ns}-posts/v2/{post_type}/{id}/shares', recordsShare, fromBody('user_id')),
  forCallers('DELETE /{ns}-posts/v2/{post_type}/{id}/shares', recordsUnshare, {
    user_id: firstOf(inBody('user_id'), inQuery('user_id')),
  }),
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/following', recordsFollowing, {}),
  forCallers('POST /{ns}-posts/v2/{post_type}/{id}/request_record_access', recordsRequestAccess, {}),
  forCallers('POST /{ns}-posts/v2/contacts/{id}/accept', recordsAccept, {
    post_type: constant(acceptedByDefault),
    ...answerOfAssignee,
  }),
  // For types of extensions.
  forCallers('POST /{ns}-posts/v2/{post_type}/{id}/accept', recordsAccept, answerOfAssignee),
];
