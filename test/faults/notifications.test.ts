import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changesOf } from './expected-events/changes.ts';
import { Conversation } from './expected-events/conversation.ts';
import { NotificationWorld } from './expected-events/told-world.ts';

const count = 200;
const seed = 20_261_122;

let at: NotificationWorld;
let conversation: Conversation;

beforeAll(async () => {
  at = await NotificationWorld.open();
  conversation = new Conversation(at);
});

afterAll(() => at?.world.close());

async function isAsForetold(): Promise<void> {
  for (const name of ['mona', 'dora'] as const) await conversation.isAsExpected(name);
}

const names = [
  'assigned_to',
  'assigned_to_other',
  'assignment_declined',
  'comment',
  'contact_info_update',
  'created',
  'mention',
  'milestone',
  'requires_update',
  'share',
  'subassigned',
];

const first = changesOf(count / 2, seed);
const second = changesOf(count / 2, seed + 1);

test('what happens is told to whom it concerns, and nothing else is', async () => {
  for (const by of ['mona', 'dora', 'link'] as const)
    await conversation.make({ kind: 'create', by, type: 'contacts', silent: false });
  for (const change of first) await conversation.make(change);
  await isAsForetold();
});

test('what happened while nothing was told is told when the service comes back', async () => {
  await at.pause();
  conversation.pause();
  for (const change of second) await conversation.make(change);
  await at.resumeAfterDeath();
  await isAsForetold();
});

test('the conversation had all in it that can be told', () => {
  const told = [...conversation.everExpected].toSorted();
  expect(told).toEqual(names);
});

test('nothing is told twice, however often it is said', async () => {
  expect(await at.redeliver()).toBeGreaterThan(count / 2);
  await isAsForetold();
});
