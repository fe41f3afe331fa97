import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { commentEventSchema } from './comment-event.ts';
import { eventSubject } from './event.ts';
import { recordEventSchema } from './record-event.ts';
import { userEventSchema } from './user-event.ts';

const actor = { kind: 'user', user_id: 3, display_name: 'Mona' };

const envelope = {
  specversion: '1.0',
  id: '7f0e8e57-6c1e-4d61-9d9a-3b8c5f4b3c11',
  source: '/svc/records',
  subject: 'contacts/12',
  time: '2026-01-31T12:00:00.000Z',
  datacontenttype: 'application/json',
};

const recordEvent = {
  ...envelope,
  type: 'svc.record.updated',
  data: {
    commit_id: 'c-1',
    actor,
    record: { id: 12, post_type: 'contacts', name: 'Ada', version: 4 },
    changed: {
      name: { before: 'Ad', after: 'Ada' },
      overall_status: { before: null, after: 'active' },
      tags: { added: ['new'], removed: [] },
    },
    visibility: { shared_with: [3, 4], type: 'access', sources: ['web'] },
  },
};

const ofRecord = { post_type: 'contacts', record_id: 12 };
const commentEvent = {
  ...envelope,
  source: '/svc/comments',
  type: 'svc.comment.created',
  data: {
    commit_id: 'c-2',
    actor,
    comment: { ...ofRecord, id: 5, version: 1, type: 'comment', author_id: 3, content: 'Hello' },
  },
};

const userEvent = {
  ...envelope,
  source: '/svc/users',
  type: 'svc.user.updated',
  subject: 'users/3',
  data: {
    commit_id: 'c-3',
    actor: { kind: 'system', user_id: 0, display_name: 'admin' },
    user: { id: 3, version: 2, display_name: 'Mona', roles: ['multiplier'], disabled: false },
    changed: ['password'],
  },
};

const examples: [string, z.ZodType, typeof envelope & { data: object }][] = [
  ['record', recordEventSchema, recordEvent],
  ['comment', commentEventSchema, commentEvent],
  ['user', userEventSchema, userEvent],
];

describe.each(examples)('a %s event', (_entity, schema, example) => {
  test('is taken as it is, from its JSON too, and says when it is without its values', () => {
    const truncated = { ...example, data: { ...example.data, truncated: true } };
    for (const event of [example, truncated]) {
      expect(schema.parse(event)).toEqual(event);
      expect(schema.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }
  });

  test('needs its commit, its actor and each part of its envelope', () => {
    for (const key of Object.keys(envelope))
      expect(schema.safeParse(without(example, key)).success).toBe(false);
    for (const key of ['commit_id', 'actor'])
      expect(schema.safeParse({ ...example, data: without(example.data, key) }).success).toBe(false);
  });
});

test('what consumers of an older version do not know is left out, not refused', () => {
  const newer = { ...recordEvent, dataschema: 'https://…', data: { ...recordEvent.data, priority: 1 } };
  expect(recordEventSchema.parse(newer)).toEqual(recordEvent);
});

test('a user event has no place for a password or an e-mail address', () => {
  const leaky = { ...userEvent.data.user, password: 'x', password_hash: 'x', email: 'a@b.test' };
  const parsed = userEventSchema.parse({ ...userEvent, data: { ...userEvent.data, user: leaky } });
  expect(parsed).toEqual(userEvent);
});

test('the subject of an event names entity, post type and verb', () => {
  expect(eventSubject('record', 'contacts', 'updated')).toBe('svc.events.record.contacts.updated');
  expect(eventSubject('user', undefined, 'created')).toBe('svc.events.user.-.created');
});

function without(object: object, key: string): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
