import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ServiceInstance } from '@svc/launcher';
import { readEvents } from '@svc/testing';
import { EventWatch } from '../support/events.ts';
import { nextVersion, type NextVersion } from '../support/next-version.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';
import { Balancer } from './balancer.ts';
import { ClientAtWork, type AcknowledgedRecord } from './client-at-work.ts';

/** Longer than the interval of the load balancer's readiness checks. */
const drainDelayMs = '2000';

const field = { name: 'region', schema: 'region: z.string().optional(),', value: "region: 'north'," };

/** Adds a field to the input and output of an operation, to a signed actor, a command and all events. */
const oneFieldMore = [
  ['libs/contracts/src/events/event.ts', '  actor: eventActorSchema,', field.schema],
  ['libs/service-kit/src/store/event-item.ts', '      commit_id: options.commitId,', field.value],
  ['libs/contracts/src/actor.ts', '  locale: lineText,', field.schema],
  ['services/users/src/profile/actor-of-user.ts', '    locale: localeOf(user),', field.value],
  ['libs/contracts/src/operations/record-access.ts', '    allowed: z.boolean(),', field.schema],
  ['services/records/src/operations/authorize.ts', '    allowed: true,', field.value],
  ['libs/contracts/src/operations/records.ts', '    if_match: z.', field.schema],
  [
    'services/gateway/src/endpoints/records.ts',
    '...writeOptions, if_match: ifMatch',
    "region: constant('north'),",
  ],
  ['services/comments/src/writing/insert-comments.ts', '    record_id: first.comment.recordId,', field.value],
] as const;

let world: World;
let watch: EventWatch;
let mona: TestUser;
let next: NextVersion;
let balancer: Balancer;

beforeAll(async () => {
  next = nextVersion(oneFieldMore.map(([file, from, more]) => ({ file, from, to: `${more} ${from} ` })));
  world = await openWorld({
    instances: { gateway: 2, records: 2, comments: 2, users: 2, search: 2 },
    env: { DRAIN_DELAY_MS: drainDelayMs },
  });
  watch = await EventWatch.open(world);
  mona = await world.createUser({ role: 'multiplier' });
  balancer = new Balancer(world);
});

afterAll(async () => {
  await balancer?.stop();
  await world?.close();
  next?.remove();
});

test('a rolling update to a later version fails no request and loses no event', async () => {
  const client = new ClientAtWork(balancer, mona.token);
  const before = [...world.services];
  // After the first iteration both versions of every service run side by side.
  for (const index of [0, 1]) {
    await client.goOn();
    await Promise.all(before.filter((each) => each.index === index).map(replaceByNext));
  }
  await client.goOn();
  await client.stop();
  expect(client.outcomes.filter(({ answer }) => answer?.status !== 200)).toEqual([]);
  expect(client.surprises).toEqual([]);

  await watch.take();
  await toldOnce(client.records);
  const last = (await readEvents(world.bus, 'svc.events.record.>')).at(-1);
  expect(last?.data['region']).toBe('north');
});

async function replaceByNext(old: ServiceInstance): Promise<void> {
  await world.replace(old, next.entryOf(old.service));
  // The process has exited itself and was not killed.
  await expect(old.ready()).rejects.toThrow('ended with exit code 0');
}

/** Expects one event for every acknowledged write. */
async function toldOnce(records: readonly AcknowledgedRecord[]): Promise<void> {
  const events = [
    ...(await readEvents(world.bus, 'svc.events.record.contacts.*')),
    ...(await readEvents(world.bus, 'svc.events.comment.contacts.*')),
  ];
  const told = Map.groupBy(events, ({ type, data }) => written(type, data as unknown as Data));
  const acknowledged = records.flatMap(({ id, nicknames, comments }) => [
    `created ${id}`,
    ...nicknames.map((nickname) => `updated ${id} ${nickname}`),
    ...comments.map((comment) => `commented ${id} ${comment}`),
  ]);
  const counts = acknowledged.map((write) => [write, told.get(write)?.length ?? 0]);
  expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
}

interface Data {
  record: { id: number };
  comment: { record_id: number; content: string };
  changed: { nickname?: { after: string } };
}

function written(type: string, { record, comment, changed }: Data): string {
  if (type === 'svc.record.created') return `created ${record.id}`;
  if (type === 'svc.comment.created') return `commented ${comment.record_id} ${comment.content}`;
  return `updated ${record?.id} ${changed?.nickname?.after}`;
}
