import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { fileLedger, memoryLedger } from './ledger.ts';
import type { ServiceEvent } from './service-event.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-ledger-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const ledgers = [
  { kind: 'in memory', create: memoryLedger },
  { kind: 'in a file', create: () => fileLedger(join(folder, `${(files += 1)}.jsonl`)) },
];

/** An event of a contact with this version, or of a share without one. */
function event(id: string, version?: number, subject = 'contacts/1'): ServiceEvent {
  const record = version === undefined ? {} : { record: { id: 1, post_type: 'contacts', name: '', version } };
  const actor = { kind: 'user', user_id: 1, display_name: 'Mona' };
  const type = version === undefined ? 'svc.share.created' : 'svc.record.updated';
  return { id, type, subject, time: '', data: { commit_id: 'a', actor, ...record } };
}

const cases = [
  { title: 'the first event of a record', handled: [], next: event('b', 4), standing: 'new' },
  { title: 'the next version', handled: [event('a', 1)], next: event('b', 2), standing: 'new' },
  { title: 'a later version', handled: [event('a', 1)], next: event('b', 5), standing: 'new' },
  { title: 'the same event', handled: [event('a', 1)], next: event('a', 1), standing: 'repeated' },
  {
    title: 'the same version with another id',
    handled: [event('a', 1)],
    next: event('b', 1),
    standing: 'repeated',
  },
  { title: 'an earlier version', handled: [event('a', 3)], next: event('b', 2), standing: 'overtaken' },
  {
    title: 'an event that came before its successor',
    handled: [event('a', 2), event('b', 3)],
    next: event('a', 2),
    standing: 'repeated',
  },
  {
    title: 'the same version of another record',
    handled: [event('a', 3)],
    next: event('b', 3, 'contacts/2'),
    standing: 'new',
  },
  { title: 'a share of a record', handled: [event('a', 3)], next: event('b'), standing: 'new' },
  { title: 'the same share again', handled: [event('a')], next: event('a'), standing: 'repeated' },
] as const;

test.each(ledgers.flatMap((ledger) => cases.map((row) => ({ ...ledger, ...row }))))(
  'a ledger $kind: $title is $standing',
  async ({ create, handled, next, standing }) => {
    const ledger = create();
    for (const each of handled) await ledger.remember(each);
    expect(await ledger.standing(next)).toBe(standing);
  },
);

test('a ledger in a file knows what an earlier process handled, also after half a line', async () => {
  const path = join(folder, 'earlier.jsonl');
  const earlier = fileLedger(path);
  await earlier.remember(event('a', 1));
  await earlier.remember(event('b', 2));
  appendFileSync(path, '{"id":"c","of":"rec');
  const later = fileLedger(path);
  expect(await later.standing(event('b', 2))).toBe('repeated');
  expect(await later.standing(event('c', 3))).toBe('new');
  await later.remember(event('c', 3));
  expect(await fileLedger(path).standing(event('x', 2))).toBe('overtaken');
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
});
