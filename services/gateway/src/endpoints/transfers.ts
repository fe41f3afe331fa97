import {
  recordsReceiveTransfer,
  recordsReceiveTransferComments,
  recordsReceiveTransferUpdate,
  recordsSendTransferUpdate,
  recordsTransfer,
  recordsTransferSummary,
  remoteAnswerMs,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/**
 * Transfers of contacts to and from other sites. The `transfer_token` that senders put into the body is ignored: it
 * repeats the bearer.
 */
export const transfersEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/contacts/transfer',
    access: 'caller',
    extraMs: remoteAnswerMs,
    operation: recordsTransfer,
    input: ({ fromBody }) => fromBody('contact_id', 'site_post_id'),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/contacts/receive-transfer',
    aliases: ['/{ns}-posts/v2/contact/receive-transfer'],
    access: 'caller',
    operation: recordsReceiveTransfer,
    input: ({ body }) => ({ contact_data: body['contact_data'] }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/contacts/receive-transfer/comments',
    access: 'caller',
    operation: recordsReceiveTransferComments,
    input: ({ fromBody }) => fromBody('post_id', 'transfer_foreign_key', 'comments'),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/contacts/transfer/summary',
    access: 'caller',
    operation: recordsTransferSummary,
    input: ({ fromBody }) => fromBody('contact_id', 'transfer_foreign_key'),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/contacts/transfer/summary/send-update',
    access: 'caller',
    extraMs: remoteAnswerMs,
    operation: recordsSendTransferUpdate,
    input: ({ fromBody }) => fromBody('contact_id', 'update'),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/contacts/transfer/summary/receive-update',
    access: 'caller',
    operation: recordsReceiveTransferUpdate,
    input: ({ fromBody }) => fromBody('contact_id', 'transfer_foreign_key', 'update'),
  }),
];
