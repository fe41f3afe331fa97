import { commentsCreate, commentsDelete, commentsList, commentsReact, commentsUpdate } from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { isOn } from './sent.ts';

/** Comments of a record (docs/guides/comments.md), under both namespaces that clients use. */
export const commentsEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/comments', commentsList, ({ params, fromQuery }) => ({
    ...params,
    ...fromQuery('number', 'offset'),
  })),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/comments',
    commentsCreate,
    ({ params, fromBody, query, origin }) => ({
      ...params,
      ...fromBody('comment', 'date', 'comment_type', 'meta'),
      silent: isOn(query['silent']),
      origin: { ip: origin.address, user_agent: origin.userAgent },
    }),
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/comments/{comment_id}',
    commentsUpdate,
    ({ params, fromBody }) => ({ ...params, ...fromBody('comment', 'comment_type', 'meta') }),
  ),
  forCallers(
    'DELETE /{ns}-posts/v2/{post_type}/{id}/comments/{comment_id}',
    commentsDelete,
    ({ params }) => params,
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/comments/{comment_id}/react',
    commentsReact,
    ({ params, body }) => ({ ...params, reaction: body['reaction'] }),
  ),
].map((row) => ({ ...row, aliases: [row.path.replace('/{ns}-posts/', '/{ns}/')] }));
