import { remarks } from '@svc/demo';
import { contactBody, digits } from '../seed/contact-body.ts';
import { posts, type Measured, type Row } from './row.ts';

/** A whole contact, without connections. */
const create: Row = {
  name: 'create',
  title: 'create',
  makes: 'contacts',
  ours: (measured) => ({
    method: 'POST',
    path: `${posts}/contacts`,
    token: measured.administrator.token,
    body: newContact(measured),
  }),
  thin: (measured) => ({ method: 'POST', path: '/records', body: newContact(measured) }),
};

/** A text field of any contact; the text is another one each time. */
const update: Row = {
  name: 'update',
  title: 'update one field',
  ours: ({ administrator, contactIds, choices }) => ({
    method: 'POST',
    path: `${posts}/contacts/${choices.one(contactIds)}`,
    token: administrator.token,
    body: { nickname: `Nick ${digits(choices, 7)}` },
  }),
  thin: ({ contactIds, choices }) => ({
    method: 'POST',
    path: `/records/${choices.one(contactIds)}`,
    body: { nickname: `Nick ${digits(choices, 7)}` },
  }),
};

/** A comment on any contact. */
const comment: Row = {
  name: 'comment',
  title: 'comment',
  makes: 'comments',
  ours: ({ administrator, contactIds, choices }) => ({
    method: 'POST',
    path: `${posts}/contacts/${choices.one(contactIds)}/comments`,
    token: administrator.token,
    body: { comment: choices.one(remarks) },
  }),
  thin: ({ contactIds, choices }) => ({
    method: 'POST',
    path: `/records/${choices.one(contactIds)}/comments`,
    body: { comment: choices.one(remarks) },
  }),
};

function newContact({ choices, multipliers }: Measured): Record<string, unknown> {
  const assignees = multipliers.map(({ userId }) => userId);
  const { initial_comment: _comment, ...body } = contactBody(choices, { assignees, contacts: [] });
  return body;
}

export const writeRows: readonly Row[] = [create, update, comment];
