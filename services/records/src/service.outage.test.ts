import { expect, test } from '@jest/globals';
import { recordsSettings } from '@svc/contracts';
import { recordClient } from './testing/record-client.ts';
import { harnessOfSuite, multiplier } from './testing/records-harness.ts';

const harness = harnessOfSuite();
const { create, update, get, list, remove } = recordClient(harness);

async function expectUnavailable(request: () => Promise<unknown>, message: RegExp): Promise<void> {
  const unavailable = { code: 'service_unavailable', status: 503, message: expect.stringMatching(message) };
  await expect(request()).rejects.toMatchObject(unavailable);
}

test('without the users service only requests with unknown users fail, and nothing of them is written', async () => {
  const { ID: id } = await create({ name: 'Known' });
  const { ID: other } = await create({ name: 'Other', assigned_to: 8 }, multiplier(7));
  await harness.documents.updateMany({ _id: { $in: [id, other] } }, { $addToSet: { sharedWith: 9 } });
  await harness.stopUsers();
  const before = [await harness.stored(id), await harness.documents.countDocuments()];
  const users = /users service is not available/;
  await expectUnavailable(() => update(id, { assigned_to: 4, nickname: 'x' }), users);
  await expectUnavailable(() => create({ name: 'New', assigned_to: 11 }), users);
  const late = multiplier(9);
  await harness.documents.updateOne({ _id: other }, { $set: { authorId: 12, 'fields.assigned_to': 13 } });
  await expectUnavailable(() => get(other, late), users);
  await expectUnavailable(() => list({}, late), users);
  await expectUnavailable(() => update(other, { nickname: 'x' }, late), users);
  expect([await harness.stored(id), await harness.documents.countDocuments()]).toEqual(before);

  expect(await update(id, { nickname: 'x' })).toMatchObject({ nickname: 'x', assigned_to: { id: '3' } });
  expect(await get(id)).toMatchObject({ nickname: 'x', post_author_display_name: 'User 3' });
  expect(await harness.ask(recordsSettings, { post_type: 'contacts' }, late)).toHaveProperty('fields');
  expect(await remove(id)).toBe(true);
  await harness.eventsOf(id, 3);
});
