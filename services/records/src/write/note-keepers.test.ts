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

const forms = () => derivedFormsModel(bed.documents.db);
/** As an instance writes that does not note it. */
const forget = () => bed.documents.updateMany({}, { $unset: { keptBy: '' } });

test('what was kept privately before records noted by whom is read', async () => {
  const { ID } = await create('people', { name: 'Kept', rating: 3 });
  await update('people', ID, { rating: 4 }, connector(4));
  const { ID: other } = await create('people', { name: 'Not kept' });
  await forget();
  await forms().deleteOne({ _id: 'keepers' });
  const { version } = await bed.stored(ID);
  await bed.start(connectedSettings);
  expect((await bed.stored(ID)).keptBy?.toSorted()).toEqual([3, 4]);
  // Nothing changed that anybody is told of.
  expect((await bed.stored(ID)).version).toBe(version);
  expect(await bed.stored(other)).not.toHaveProperty('keptBy');
  expect(await get('people', ID)).toMatchObject({ rating: 3 });
  expect(await get('people', ID, connector(4))).toMatchObject({ rating: 4 });
  await expectConsistent(bed);
});

test('what an instance of before keeps beside later ones is noted at each start, until long after the first there is nothing to note', async () => {
  const { ID } = await create('people', { name: 'Kept later', rating: 3 });
  const startNotes = async () => {
    await forget();
    await bed.start(connectedSettings);
    return (await bed.stored(ID)).keptBy !== undefined;
  };
  expect([await startNotes(), await startNotes()]).toEqual([true, true]);
  const long = new Date(Date.now() - 25 * 60 * 60 * 1_000).toISOString();
  await forms().updateOne({ _id: 'keepers' }, { $set: { 'forms.begun': long } });
  expect(await startNotes()).toBe(true);
  await bed.start(connectedSettings);
  expect(await startNotes()).toBe(false);
});
