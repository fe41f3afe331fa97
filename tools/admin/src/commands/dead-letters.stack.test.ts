import { beforeAll, expect, test } from '@jest/globals';
import type { DeadLetter } from '@svc/contracts';
import { until } from '@svc/testing';
import { worldInCommon, type World } from '../../../../test/support/world.ts';
import { refused, run } from '../testing/run.ts';

let world: World;

beforeAll(async () => {
  world = await worldInCommon('configured');
});

const admin = (args: string) => run(args.split(' '), { DATA_DIR: world.dataDir });

const listed = async () =>
  JSON.parse((await admin('dead-letter list --json')).stdout) as (DeadLetter & { service: string })[];

test('dead letters are listed, replayed and dropped', async () => {
  // Nobody has signed it, so every consumer refuses it.
  const event = { type: 'svc.record.updated', subject: 'contacts/999999', data: {} };
  await world.bus.jetstream().publish('svc.events.record.contacts.updated', JSON.stringify(event));
  const letter = await until(async () => {
    const found = (await listed()).find(({ consumer }) => consumer === 'search-records');
    expect(found).toMatchObject({ service: 'search', record_id: 999_999, attempts: 1 });
    return found;
  });
  const { stdout: table } = await admin('dead-letter list --service search');
  expect(table).toMatch(/search +\d+ +search-records +svc\.record\.updated +contacts\/999999 +1 /);
  const replay = await admin(`dead-letter replay search ${letter?.id}`);
  expect(replay).toMatchObject({ code: 1, stderr: 'Not all messages were handled.\n' });
  expect(replay.stdout).toMatch(/^\d+ failed again, now \d+: .* is not signed by its sender/);
  expect(await admin(`dead-letter drop search ${letter?.id}`)).toEqual(
    refused(`search has no dead letter with the id ${letter?.id}.`),
  );
  const { stdout: loss } = await admin('dead-letter drop search --consumer search-records');
  expect(loss).toMatch(/^1 dead letters: Searches do not find this change .*\nNothing was dropped\./);
  const { stdout } = await admin('dead-letter drop search --all --yes');
  expect(stdout).toMatch(/^Dropped 1 dead letters\.\n/);
  expect((await listed()).filter(({ service }) => service === 'search')).toEqual([]);
});

test('a replay and a drop need a choice', async () => {
  for (const verb of ['replay', 'drop'])
    expect(await admin(`dead-letter ${verb} users`)).toEqual(refused('Name ids of dead letters'));
});
