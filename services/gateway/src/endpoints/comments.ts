import { commentsCreate, commentsDelete, commentsList, commentsReact, commentsUpdate } from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { isOn } from './sent.ts';

/** Comments of a record (docs/comments.md), under both namespaces that clients use. */
export const commentsEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'GET /{ns}-posts/v2/{post_type}/{id}/comments',
    aliases: ['/{ns}/v2/{post_type}/{id}/comments'],
    access: 'caller',
    operation: commentsList,
    input: ({ params, fromQuery }) => ({ ...params, ...fromQuery('number', 'offset') }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/comments',
    aliases: ['/{ns}/v2/{post_type}/{id}/comments'],
    access: 'caller',
    operation: commentsCreate,
    input: ({ params, fromBody, query, origin }) => ({
      ...params,
      ...fromBody('comment', 'date', 'comment_type', 'meta'),
      silent: isOn(query['silent']),
      origin: { ip: origin.address, user_agent: origin.userAgent },
    }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/comments/{comment_id}',
    aliases: ['/{ns}/v2/{post_type}/{id}/comments/{comment_id}'],
    access: 'caller',
    operation: commentsUpdate,
    input: ({ params, fromBody }) => ({ ...params, ...fromBody('comment', 'comment_type', 'meta') }),
  }),
  defineEndpoint({
    route: 'DELETE /{ns}-posts/v2/{post_type}/{id}/comments/{comment_id}',
    aliases: ['/{ns}/v2/{post_type}/{id}/comments/{comment_id}'],
    access: 'caller',
    operation: commentsDelete,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/comments/{comment_id}/react',
    aliases: ['/{ns}/v2/{post_type}/{id}/comments/{comment_id}/react'],
    access: 'caller',
    operation: commentsReact,
    input: ({ params, body }) => ({ ...params, reaction: body['reaction'] }),
  }),
];
