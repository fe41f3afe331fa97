import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const comments = `${contacts}/:contact/comments`;
const create = `POST ${comments}`;
const react = `POST ${comments}/:comment/react`;
const created = ['svc.comment.created contacts/:contact/comments/:createdcomment'];

const now = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Comments and reactions to them. */
export const commentRows: readonly Row[] = [
  {
    name: 'a comment with nothing but text',
    request: create,
    json: { comment: 'Hello' },
    status: 200,
    body: {
      comment_ID: /^\d+$/,
      comment_post_ID: ':contact',
      comment_content: 'Hello',
      comment_author: 'Mona',
      comment_author_email: ':monasemail',
      comment_type: 'comment',
      comment_date: now,
      comment_date_gmt: now,
      user_id: ':mona',
      comment_meta: [],
    },
    fires: created,
  },
  {
    name: 'a comment with all that it can have',
    request: create,
    json: {
      comment: 'On that day',
      date: '2024-02-29 12:30:00',
      comment_type: 'contact_phone',
      meta: { duration: 5, topics: ['a', 'b'], unknown: null },
    },
    query: { silent: true },
    status: 200,
    body: {
      comment_type: 'contact_phone',
      comment_date: '2024-02-29 12:30:00',
      comment_date_gmt: '2024-02-29 12:30:00',
      comment_meta: {
        duration: [{ value: '5' }],
        topics: [{ value: 'a' }, { value: 'b' }],
        unknown: [{ value: null }],
      },
    },
    fires: created,
  },
  {
    name: 'no text is refused',
    request: create,
    json: { comment_type: 'comment' },
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): comment', { params: ['comment'] }),
  },
  {
    name: 'no reaction is refused',
    request: react,
    json: {},
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): reaction', { params: ['reaction'] }),
  },
  {
    name: 'a reaction that is no text is refused',
    request: react,
    json: { reaction: { $ne: '' } },
    status: 400,
    body: refusal('rest_invalid_param', /reaction/),
  },
  {
    name: 'the comments of a record',
    request: `GET ${contacts}/:shared/comments`,
    query: { about: ':carlscomment' },
    status: 200,
    body: {
      total: 1,
      comments: [
        {
          comment_ID: ':carlscomment',
          comment_author: 'Carl',
          comment_content: 'Well said',
          comment_type: 'comment',
          comment_post_ID: ':shared',
          user_id: ':carl',
          gravatar: /\w/,
          comment_meta: [],
          comment_reactions: [],
        },
      ],
    },
    hasNot: ['comment_author_IP', 'comment_agent', 'comment_author_email'],
  },
];
