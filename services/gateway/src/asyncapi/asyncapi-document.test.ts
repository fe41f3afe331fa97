import { Parser } from '@asyncapi/parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from '@jest/globals';
import { eventVerbs, selectedSubject } from '@svc/contracts';
import { asyncApiDocument } from './asyncapi-document.ts';
import { eventSchema, eventTypes } from './event-schema.ts';

test('the parser of AsyncAPI finds nothing wrong in the document', async () => {
  const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncApiDocument()));
  expect(diagnostics.map(({ message, path }) => `${path.join('.')}: ${message}`)).toEqual([]);
  expect(document?.operations().all()).toHaveLength(eventTypes.length);
});

test('each type of event has a channel under the subject of its events', () => {
  const { channels } = asyncApiDocument() as { channels: Record<string, { address: string }> };
  const addresses = Object.values(channels).map(({ address }) => address.replace('{post_type}', '*'));
  const all = Object.entries(eventVerbs).flatMap(([entity, verbs]) =>
    verbs.map((verb) => {
      const hasType = ['record', 'share', 'follow', 'comment'].includes(entity);
      return selectedSubject(`${entity}.${hasType ? '*' : '-'}.${verb}`);
    }),
  );
  expect(addresses).toEqual(all);
});

const deleted = {
  specversion: '1.0',
  id: 'a',
  source: '/svc/records',
  type: 'svc.record.deleted',
  subject: 'contacts/1',
  time: '2026-01-01T00:00:00.000Z',
  datacontenttype: 'application/json',
  data: {
    commit_id: 'b',
    actor: { kind: 'user', user_id: 1, display_name: 'Mona' },
    record: { id: 1, post_type: 'contacts', name: 'Amina', version: 2 },
    changed: {},
    visibility: { shared_with: [1], type: 'access', sources: [] },
  },
};

test.each([
  { title: 'an event of the type', event: deleted, isValid: true },
  { title: 'one with a property of a later version', event: { ...deleted, later: 1 }, isValid: true },
  { title: 'one of another type', event: { ...deleted, type: 'svc.record.created' }, isValid: false },
  { title: 'one without data', event: { ...deleted, data: {} }, isValid: false },
])('the schema of deletions: $title', ({ event, isValid }) => {
  const type = eventTypes.find((each) => each.type === 'svc.record.deleted');
  if (!type) throw new Error('Records have no deletions.');
  const validate = new Ajv2020({ strict: false }).compile(eventSchema(type, 'draft-2020-12'));
  expect(validate(event)).toBe(isValid);
});
