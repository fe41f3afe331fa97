import { commentsCreate, commentsDelete, commentsList, commentsReact, commentsUpdate } from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { isOn } from './coercions.ts';
import { clientOrigin, fromBody, fromQuery, inQuery } from './input-sources.ts';

/** Comments of a record (docs/guides/comments.md), under both namespaces that clients use. */
export const commentsEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/comments', commentsList, fromQuery('number', 'offset')),
  forCallers('POST /{ns}-posts/v2/{post_type}/{id}/comments', commentsCreate, {
    ...fromBody('comment', 'date', 'comment_type', 'meta'),
    silent: inQuery('silent', isOn),
    origin: clientOrigin,
  }),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/comments/{comment_id}',
    commentsUpdate,
    fromBody('comment', 'comment_type', 'meta'),
  ),
  forCallers('DELETE /{ns}-posts/v2/{post_type}/{id}/comments/{comment_id}', commentsDelete, {}),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/comments/{comment_id}/react',
    commentsReact,
    fromBody('reaction'),
  ),
].map((row) => ({ ...row, aliases: [row.path.replace('/{ns}-posts/', '/{ns}/')] }));
