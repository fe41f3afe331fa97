import { expect, test } from '@jest/globals';
import { recordsCreate, recordsList, ServiceError, type Fields } from '@svc/contracts';
import { readEvents, sized, userActor } from '@svc/testing';
import { connect, connectedClient, connector, disconnect, idsIn } from './testing/connected-client.ts';
import { harnessOfSuite, type RecordsHarness, withExtensions } from './testing/records-harness.ts';
import { seedMembers } from './testing/seed-members.ts';
import { wideValues } from './testing/wide-extension.ts';

const harness = harnessOfSuite({
  isAlone: true,
  instances: 2,
  // Without the name index, which reads so many new records for some time.
  settings: { ...withExtensions('connected', 'wide'), READ_CACHE: 'true', NAME_INDEX_MB: '0' },
});
const { create, update, get } = connectedClient(harness);
type Cost = Awaited<ReturnType<RecordsHarness['cost']>>;

const large = sized(5_000, 50_000);

test('a create of 200 fields with 50 connections is one transaction, with one event per changed record', async () => {
  const teams = await harness.seed('teams', 50);
  const fields = { name: 'Wide', ...wideValues, others: connect(...teams) };
  await harness.seed('people', 1);
  const caller = userActor(3, 'User 3', ['access_wides', 'create_wides']);
  const before = await harness.transactions();
  const input = { post_type: 'wides', fields, silent: true };
  const created = (await harness.ask(recordsCreate, input, caller)) as Fields & { ID: number };
  expect((await harness.transactions()) - before).toBe(1);
  expect(idsIn(created['others'])).toEqual(teams);
  const [event] = await harness.eventsOf(created.ID, 1);
  const commitId = event?.data['commit_id'];
  for (const id of teams) {
    const [connected] = await harness.eventsOf(id, 1);
    expect(connected?.data).toMatchObject({
      commit_id: commitId,
      record: { id, version: 2 },
      changed: { wides: { added: [created.ID], removed: [] } },
    });
  }
  const all = await readEvents(harness.harness.bus, 'svc.events.record.>');
  expect(all.filter(({ data }) => data['commit_id'] === commitId)).toHaveLength(51);
});

test('operations on a group cost the database the same with 500 members and with many more', async () => {
  const sizes = [500, large];
  const costs: Record<'add' | 'read' | 'list' | 'remove', Cost>[] = [];
  for (const size of sizes) {
    const team = await create('teams', { name: `Team of ${size}` });
    await seedMembers(harness, team.ID, size);
    const person = await create('people', { name: 'Newcomer' });
    const newest = async () => {
      const query = { teams: [team.ID], fields_to_return: ['name'], limit: 50 };
      const page = await harness.ask(recordsList, { post_type: 'people', query }, connector(3));
      expect(page.total).toBe(size + 1);
      expect(page.posts[0]).toMatchObject({ ID: person.ID });
      expect(page.posts).toHaveLength(50);
    };
    costs.push({
      add: await harness.cost(() => update('teams', team.ID, { members: connect(person.ID) })),
      read: await harness.cost(async () => {
        const read = await get('teams', team.ID);
        expect(read['member_count']).toBe(size + 1);
        expect(idsIn(read['members'])).toHaveLength(Math.min(1_000, size + 1));
        if (size >= 1_000) expect(read['connection_totals']).toEqual({ members: size + 1 });
      }),
      list: await cheapest(() => harness.cost(newest)),
      remove: await harness.cost(() => update('people', person.ID, { teams: disconnect(team.ID) })),
    });
  }
  const [small, big] = costs as [(typeof costs)[0], (typeof costs)[0]];
  for (const step of ['add', 'read', 'list', 'remove'] as const) {
    // Of a large group one query more is asked where its connections are not all shown.
    expect(big[step].queries).toBeLessThanOrEqual(small[step].queries + 1);
    // Twice as many members are shown of the large one, and never more.
    expect(big[step].documents).toBeLessThan(2.5 * small[step].documents + 20);
    // A list looks for the members in an index, and only at those that it shows.
    if (step !== 'list') expect(big[step].examined).toBeLessThan(2.5 * small[step].examined + 20);
  }
});

/** Whoever lists first counts, and so does who cannot be told in time that nothing has changed since. */
async function cheapest(measure: () => Promise<Cost>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let tries = 0; tries < 10; tries += 1) costs.push(await measure());
  return costs.reduce((best, cost) => (cost.documents < best.documents ? cost : best));
}

test('200 concurrent writers can join one group, which stays readable', async () => {
  const team = await create('teams', { name: 'Crowd' });
  const joining = Promise.all(Array.from({ length: 200 }, (_, index) => join(team.ID, index)));
  expect(await get('teams', team.ID)).toMatchObject({ name: 'Crowd' });
  await joining;
  const crowd = await get('teams', team.ID);
  expect(crowd['member_count']).toBe(200);
  expect(idsIn(crowd['members'])).toHaveLength(200);
});

/** Milliseconds: no request over the bus may take longer. */
const longestRequest = 60_000;

/** Joins a group, and tries again with the same key when the deadline passes, as on a busy machine before all have had their turn. */
async function join(team: number, index: number): Promise<void> {
  const fields = { name: `P${index}`, teams: connect(team) };
  const input = { post_type: 'people', fields, silent: true };
  const options = { idempotencyKey: `join ${index}`, milliseconds: longestRequest };
  try {
    await harness.harness.call(recordsCreate, input, connector(3), options);
  } catch (error) {
    const mayRepeat =
      error instanceof ServiceError && (error.status === 503 || error.code === 'write_conflict');
    if (!mayRepeat) throw error;
    await join(team, index);
  }
}
