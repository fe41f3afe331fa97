import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { derivedFormsModel } from '../store/site-settings-model.ts';
import { connectedClient, connectedSettings, connector } from '../testing/connected-client.ts';
import { expectConsistent } from '../testing/expect-consistent.ts';
import { RecordsBed } from '../testing/records-bed.ts';

let bed: RecordsBed;
const { create, update, get } = connectedClient(() => bed);

beforeAll(async () => {
  bed = await RecordsBed.open();
  await bed.start(connectedSettings);
});

afterAll(() => bed?.close());

test('what was kept privately before records noted by whom is read', async () => {
  const { ID } = await create('people', { name: 'Kept', rating: 3 });
  await update('people', ID, { rating: 4 }, connector(4));
  const { ID: other } = await create('people', { name: 'Not kept' });
  await bed.documents.updateMany({}, { $unset: { keptBy: '' } });
  await derivedFormsModel(bed.documents.db).deleteOne({ _id: 'keepers' });
  await bed.start(connectedSettings);
  expect((await bed.stored(ID)).keptBy?.toSorted()).toEqual([3, 4]);
  expect(await bed.stored(other)).not.toHaveProperty('keptBy');
  expect(await get('people', ID)).toMatchObject({ rating: 3 });
  expect(await get('people', ID, connector(4))).toMatchObject({ rating: 4 });
  await expectConsistent(bed);
});
