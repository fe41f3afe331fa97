import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const comments = `${contacts}/:contact/comments`;
const create = `POST ${comments}`;
const own = `POST ${comments}/:comment`;
const created = ['svc.comment.created contacts/:contact/comments/:createdcomment'];
const updated = ['svc.comment.updated contacts/:contact/comments/:comment'];

const now = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

const creating: Row[] = [
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
    name: 'the other namespace of comments',
    request: 'POST svc/v2/contacts/:contact/comments',
    json: { comment: 'Elsewhere' },
    status: 200,
    body: { comment_content: 'Elsewhere' },
    fires: created,
  },
  {
    name: 'no text is refused',
    request: create,
    json: { comment_type: 'comment' },
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): comment', { params: ['comment'] }),
  },
];

const changing: Row[] = [
  {
    name: 'the author changes a comment',
    request: own,
    json: { comment: 'Better said' },
    status: 200,
    body: { comment_ID: ':comment', comment_content: 'Better said', comment_type: 'comment' },
    fires: updated,
  },
  {
    name: 'a comment is not changed without a text',
    request: own,
    json: { comment_type: 'comment' },
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): comment', { params: ['comment'] }),
  },
  {
    name: 'the author deletes a comment',
    request: `DELETE ${comments}/:comment`,
    status: 200,
    body: true,
    fires: ['svc.comment.deleted contacts/:contact/comments/:comment'],
  },
];

const listing: Row[] = [
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
  {
    name: 'a page of the comments, and how many there are',
    request: `GET ${comments}`,
    query: { number: 1, offset: 1, about: ':comment' },
    status: 200,
    body: { total: 1, comments: [] },
  },
];

export const commentRows: readonly Row[] = [...creating, ...changing, ...listing];
