import {
  recordsReceiveTransfer,
  recordsReceiveTransferComments,
  recordsReceiveTransferUpdate,
  recordsSendTransferUpdate,
  recordsTransfer,
  recordsTransferMetrics,
  recordsTransferSummary,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { fromBody } from './input-sources.ts';

/**
 * Transfers of contacts to and from other sites. The `transfer_token` that senders put into the body is ignored: it
 * repeats the bearer.
 */
export const transfersEndpoints: readonly Endpoint[] = [
  forCallers(
    'POST /{ns}-posts/v2/contacts/transfer',
    recordsTransfer,
    fromBody('contact_id', 'site_post_id'),
    { takesLong: true },
  ),
  forCallers(
    'POST /{ns}-posts/v2/contacts/receive-transfer',
    recordsReceiveTransfer,
    fromBody('contact_data'),
    { aliases: ['/{ns}-posts/v2/contact/receive-transfer'] },
  ),
  forCallers(
    'POST /{ns}-posts/v2/contacts/receive-transfer/comments',
    recordsReceiveTransferComments,
    fromBody('post_id', 'transfer_foreign_key', 'comments'),
  ),
  forCallers(
    'POST /{ns}-posts/v2/contacts/transfer/metrics',
    recordsTransferMetrics,
    fromBody('start', 'end'),
  ),
  forCallers(
    'POST /{ns}-posts/v2/contacts/transfer/summary',
    recordsTransferSummary,
    fromBody('contact_id', 'transfer_foreign_key'),
  ),
  forCallers(
    'POST /{ns}-posts/v2/contacts/transfer/summary/send-update',
    recordsSendTransferUpdate,
    fromBody('contact_id', 'update'),
    { takesLong: true },
  ),
  forCallers(
    'POST /{ns}-posts/v2/contacts/transfer/summary/receive-update',
    recordsReceiveTransferUpdate,
    fromBody('contact_id', 'transfer_foreign_key', 'update'),
  ),
];
