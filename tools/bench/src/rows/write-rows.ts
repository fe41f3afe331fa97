import { remarks } from '@svc/demo';
import { contactBody, digits } from '../seed/contact-body.ts';
import { postAs, rowOf, type Measured, type RequestKind, type Row } from './row.ts';

/** A contact with all its fields but without connections. */
export const create: RequestKind = {
  name: 'create',
  makes: 'contacts',
  ours: (measured) => postAs(measured.administrator, 'contacts', newContact(measured)),
  thin: (measured) => ({ method: 'POST', path: '/records', body: newContact(measured) }),
};

const batchItems = 100;

/** A hundred contacts in one request, as an import sends them. */
const batch: RequestKind = {
  name: 'batch',
  makes: 'contacts',
  items: batchItems,
  ours: (measured) =>
    postAs(measured.administrator, 'contacts/batch', {
      items: Array.from({ length: batchItems }, () => ({ fields: newContact(measured) })),
    }),
};

function newContact({ choices, multipliers }: Measured): Record<string, unknown> {
  const assignees = multipliers.map(({ userId }) => userId);
  const { initial_comment: _comment, ...body } = contactBody(choices, { assignees, contacts: [] });
  return body;
}

export const update: RequestKind = {
  name: 'update',
  ours: ({ administrator, contactIds, choices }) =>
    postAs(administrator, `contacts/${choices.one(contactIds)}`, { nickname: `Nick ${digits(choices, 7)}` }),
  thin: ({ contactIds, choices }) => ({
    method: 'POST',
    path: `/records/${choices.one(contactIds)}`,
    body: { nickname: `Nick ${digits(choices, 7)}` },
  }),
};

export const comment: RequestKind = {
  name: 'comment',
  makes: 'comments',
  ours: ({ administrator, contactIds, choices }) =>
    postAs(administrator, `contacts/${choices.one(contactIds)}/comments`, { comment: choices.one(remarks) }),
  thin: ({ contactIds, choices }) => ({
    method: 'POST',
    path: `/records/${choices.one(contactIds)}/comments`,
    body: { comment: choices.one(remarks) },
  }),
};

export const writeRows: readonly Row[] = [
  rowOf(create, { title: 'create', floor: 'create', hasChain: true }),
  rowOf(update, { title: 'update one field', floor: 'update', hasChain: true }),
  rowOf(comment, { title: 'comment', floor: 'comment', hasChain: true }),
  rowOf(create, { name: 'burst', title: '2,000 creates', amount: 2_000, floor: 'create' }),
  rowOf(batch, { title: '2,000 creates, 100 in a request', amount: 2_000 / batchItems, concurrency: 2 }),
];
