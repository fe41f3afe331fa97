import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const comments = `${contacts}/:contact/comments`;
const react = `POST ${comments}/:comment/react`;
const updated = ['svc.comment.updated contacts/:contact/comments/:comment'];
const noReaction = refusal('toggle_post_comment_reaction', 'You do not have permission for this');

/** Reactions to comments, and how lists show them. */
export const reactionRows: readonly Row[] = [
  {
    name: 'a reaction is added, and answered with who had it before',
    request: react,
    json: { reaction: 'reaction_heart' },
    status: 200,
    body: [],
    fires: updated,
  },
  {
    name: 'a reaction as clients send it is the caller’s, whoever they name',
    request: `POST ${contacts}/:shared/comments/:carlscomment/react`,
    json: { user_id: '#carl', reaction: 'reaction_thumbs_up' },
    status: 200,
    body: [],
    fires: ['svc.comment.updated contacts/:shared/comments/:carlscomment'],
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
    name: 'meta is not written as a reaction',
    request: react,
    json: { reaction: 'meta_key' },
    status: 400,
    body: refusal('toggle_post_comment_reaction', /"reaction_"/, { params: ['reaction'] }),
  },
  {
    name: 'who may not update the record does not react',
    request: `POST ${contacts}/:shared/comments/:carlscomment/react`,
    as: 'reg',
    json: { reaction: 'reaction_heart' },
    status: 403,
    body: noReaction,
  },
  {
    name: 'the comments with their reactions',
    request: `GET ${contacts}/:shared/comments`,
    query: { about: ':lovedcomment' },
    status: 200,
    body: {
      comments: [
        {
          comment_ID: ':lovedcomment',
          comment_reactions: { reaction_heart: [{ name: 'Carl', user_id: ':carl' }] },
          comment_meta: [],
        },
      ],
    },
  },
];
