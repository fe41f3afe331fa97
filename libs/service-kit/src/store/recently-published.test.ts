import { expect, test } from '@jest/globals';
import { commandStream, eventStream } from '@svc/contracts';
import type { OutboxItem } from './outbox.ts';
import { RecentlyPublished, type StreamState } from './recently-published.ts';

const item = (_id: string, body = ''): OutboxItem => ({
  _id,
  kind: 'event',
  subject: 'svc.events.record.contacts.created',
  body,
  createdAt: new Date(),
  position: 0,
});

function state(
  first_seq: number,
  last_seq: number,
  { name = eventStream, created = 'then' } = {},
): StreamState {
  return { config: { name }, created, state: { first_seq, last_seq } };
}

/** Items 1 to 5 of a stream that is known. */
function published(stream = eventStream): RecentlyPublished {
  const kept = new RecentlyPublished();
  kept.takeLost(state(1, 0, { name: stream }), performance.now());
  for (let seq = 1; seq <= 5; seq += 1) kept.add(item(String(seq)), { stream, seq });
  return kept;
}

const lostIn = (kept: RecentlyPublished, now: StreamState, askedAt = Infinity) =>
  kept.takeLost(now, askedAt).map(({ _id }) => _id);

test.each([
  ['has all of them', state(1, 5), []],
  ['was purged up to the third', state(4, 5), ['1', '2', '3']],
  ['was purged', state(6, 5), ['1', '2', '3', '4', '5']],
  ['lost its end in a crash', state(1, 3), ['4', '5']],
  ['was created again', state(1, 9, { created: 'now' }), ['1', '2', '3', '4', '5']],
])('of a stream that %s, these items are lost: %3$j', (_what, now, ids) => {
  const kept = published();
  expect(lostIn(kept, now)).toEqual(ids);
  expect(lostIn(kept, now)).toEqual([]);
});

test('an item that was published after the state was asked for is not lost', () => {
  expect(lostIn(published(), state(1, 3), 0)).toEqual([]);
});

test('commands leave their stream when they are carried out, and are lost only with the stream', () => {
  const kept = published(commandStream);
  expect(lostIn(kept, state(6, 5, { name: commandStream }))).toEqual([]);
  expect(lostIn(kept, state(1, 0, { name: commandStream, created: 'now' }))).toHaveLength(5);
});

test('the oldest items are dropped when all of them together are too large', () => {
  const kept = new RecentlyPublished();
  for (let seq = 1; seq <= 20; seq += 1)
    kept.add(item(String(seq), 'x'.repeat(2 ** 20)), { stream: eventStream, seq });
  expect(lostIn(kept, state(21, 20))).toHaveLength(16);
});
