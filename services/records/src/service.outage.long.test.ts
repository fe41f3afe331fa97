import { expect, test } from '@jest/globals';
import { recordsActivity, recordsViewable } from '@svc/contracts';
import { mona, recordClient } from './testing/record-client.ts';
import { harnessOfSuite } from './testing/records-harness.ts';

const harness = harnessOfSuite({ isAlone: true });
const { create, update, get, list } = recordClient(harness);

async function expectUnavailable(request: () => Promise<unknown>, message: RegExp): Promise<void> {
  const unavailable = { code: 'service_unavailable', status: 503, message: expect.stringMatching(message) };
  await expect(request()).rejects.toMatchObject(unavailable);
}

// Closing waits for the database until the driver gives up, 15 seconds later.
test('without the database every request fails in time with status 503', async () => {
  const { ID: id } = await create({ name: 'Lost for a while', type: 'personal' });
  await harness.stopDatabase();
  const away = /is not available|did not answer in time/;
  const reads = [
    () => get(id),
    () => list({}),
    () => harness.ask(recordsActivity, { post_type: 'contacts', id }, mona),
    () => harness.ask(recordsViewable, { ids: [id] }, mona),
  ];
  const writes = [() => update(id, { nickname: 'x' }), () => create({ name: 'x', type: 'personal' })];
  await Promise.all([
    ...reads.map((read) => expectUnavailable(read, away)),
    ...writes.map((write) => expect(write()).rejects.toMatchObject({ status: 503 })),
  ]);
});
