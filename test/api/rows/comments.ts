import { lacking, wrong, type Row } from '../row.ts';

const comments = 'svc-posts/v2/contacts/:contact/comments';
const react = `POST ${comments}/:comment/react`;

/** Comments and reactions to them. */
export const commentRows: readonly Row[] = [
  {
    name: 'a silent comment with all that it can have',
    request: `POST ${comments}`,
    json: {
      comment: 'On that day',
      date: '2024-02-29 12:30:00',
      comment_type: 'contact_phone',
      meta: { topics: ['a', 'b'], unknown: null },
    },
    query: { silent: true },
    status: 200,
    body: {
      comment_post_ID: ':contact',
      comment_content: 'On that day',
      comment_type: 'contact_phone',
      comment_date: '2024-02-29 12:30:00',
      comment_meta: { topics: [{ value: 'a' }, { value: 'b' }], unknown: [{ value: null }] },
    },
    fires: ['svc.comment.created contacts/:contact/comments/:createdcomment'],
  },
  lacking('no text is refused', `POST ${comments}`, ['comment'], { json: { comment_type: 'comment' } }),
  lacking('no reaction is refused', react, ['reaction']),
  wrong('a reaction that is no text is refused', react, 'reaction', { json: { reaction: { $ne: '' } } }),
];
