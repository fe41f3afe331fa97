import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { nanos } from 'nats';
import {
  eventStream,
  eventSubject,
  recordsGet,
  recordsUpdate,
  type EventSelection,
  type Extension,
  type ExtensionSetup,
  type RecordEvent,
} from '@svc/contracts';
import { captureLog, until } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import type { Logger } from '../log/create-logger.ts';
import { HookEngine } from './hook-engine.ts';

const kit = stackOfSuite();
const engines: HookEngine[] = [];
const removeAfterMs = 3_600_000;

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.subscriptions.stop()));
});

/** An instance of the service with one extension. */
async function start(
  name: string,
  setup: (setup: ExtensionSetup) => void,
  { log, timeoutMs = 2000 }: { log?: Logger; timeoutMs?: number } = {},
): Promise<HookEngine> {
  const context = await kit.harness.context('records', log);
  const extension: Extension = { name, version: '1.0.0', setup };
  const engine = await HookEngine.setUp([extension], { ...context, timeoutMs });
  engines.push(engine);
  await engine.subscriptions.start({ ...context, connection: context.bus, removeAfterMs });
  return engine;
}

/** A post type of its own for each test, so that it sees no other test's events. */
const newPostType = () => `t${randomUUID().slice(0, 8)}`;

async function publish(
  postType: string,
  id: number,
  verb: 'created' | 'updated' = 'updated',
  changed: RecordEvent['data']['changed'] = {},
  actor: RecordEvent['data']['actor'] = { kind: 'user', user_id: 3, display_name: 'Mona' },
): Promise<void> {
  const event: RecordEvent = {
    specversion: '1.0',
    id: randomUUID(),
    source: '/svc/records',
    datacontenttype: 'application/json',
    type: `svc.record.${verb}`,
    subject: `${postType}/${id}`,
    time: '2026-11-21T09:30:00.000Z',
    data: {
      commit_id: randomUUID(),
      actor,
      record: { id, post_type: postType, name: 'x', version: 1 },
      changed,
      visibility: { shared_with: [], type: '', sources: [] },
    },
  };
  await kit.harness.publish({ subject: eventSubject('record', postType, verb), content: event });
}

test('a subscription receives the events of its post type, verbs and changed fields', async () => {
  const postType = newPostType();
  const selections: Record<string, EventSelection<'record'>> = {
    all: { entity: 'record', postType },
    created: { entity: 'record', postType, verbs: ['created'] },
    both: { entity: 'record', postType, verbs: ['created', 'updated'] },
    changed: { entity: 'record', postType, changed: ['nickname', 'age'] },
  };
  const seen = Object.fromEntries(Object.keys(selections).map((name) => [name, [] as number[]]));
  await start(`@test/${postType}`, ({ subscribe }) => {
    for (const [name, selection] of Object.entries(selections))
      subscribe(name, selection, ({ data }) => void seen[name]?.push(data.record.id));
  });
  const change = { before: 1, after: 2 };
  await publish(postType, 1, 'updated', { age: change });
  await publish(newPostType(), 2, 'created', { age: change });
  await publish(postType, 3, 'updated', { name: change, toString: change });
  await publish(postType, 4, 'created', { name: change, nickname: change });
  await publish(postType, 5);
  await publish(postType, 6, 'created', { age: change });
  const all = [1, 3, 4, 5, 6];
  await until(() => expect(seen).toEqual({ all, created: [4, 6], both: all, changed: [1, 4, 6] }));
});

test('events published without a running instance are delivered to one instance, and again after a failure', async () => {
  const postType = newPostType();
  const seen: number[] = [];
  const setup = ({ subscribe }: ExtensionSetup) =>
    subscribe('all', { entity: 'record', postType }, async ({ data }) => {
      seen.push(data.record.id);
      await new Promise(setImmediate);
      if (data.record.id === 7 && seen.filter((id) => id === 7).length < 3) throw new Error('not yet');
    });
  const first = await start(postType, setup);
  await first.subscriptions.stop();
  for (let id = 1; id <= 20; id += 1) await publish(postType, id);
  await Promise.all([start(postType, setup), start(postType, setup)]);
  const manager = await kit.harness.bus.jetstreamManager();
  await until(async () => {
    const info = await manager.consumers.info(eventStream, `extension-${postType}-all`);
    expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
  });
  const once = Array.from({ length: 20 }, (_unused, index) => index + 1);
  expect(seen.toSorted((one, other) => one - other)).toEqual(
    once.flatMap((id) => (id === 7 ? [7, 7, 7] : [id])),
  );
});

test('an event that was handled is not handled again because another one of its batch failed', async () => {
  const postType = newPostType();
  for (const id of [1, 2, 3, 4]) await publish(postType, id);
  const calls: number[] = [];
  await start(`@test/${postType}`, ({ subscribe }) =>
    subscribe('all', { entity: 'record', postType }, ({ data: { record } }) => {
      calls.push(record.id);
      if (record.id === 3 && calls.filter((id) => id === 3).length < 3) throw new Error('not yet');
    }),
  );
  await until(() => expect(new Set(calls)).toEqual(new Set([1, 2, 3, 4])));
  await until(() => expect(calls.filter((id) => id === 3)).toHaveLength(3));
  expect(calls.filter((id) => id !== 3).toSorted()).toEqual([1, 2, 4]);
});

test('the server removes the consumer of a subscription after a time without an instance', async () => {
  const postType = newPostType();
  const setup = ({ subscribe }: ExtensionSetup) => subscribe('all', { entity: 'record', postType }, () => {});
  await start(postType, setup);
  const manager = await kit.harness.bus.jetstreamManager();
  const { config } = await manager.consumers.info(eventStream, `extension-${postType}-all`);
  expect(config.inactive_threshold).toBe(nanos(removeAfterMs));
});

test('a stop does not wait for a handler that never answers', async () => {
  const postType = newPostType();
  const { lines, log } = captureLog();
  let received = 0;
  const { subscriptions } = await start(
    postType,
    ({ subscribe }) =>
      subscribe('all', { entity: 'record', postType }, () => {
        received += 1;
        return new Promise(() => undefined);
      }),
    { log, timeoutMs: 50 },
  );
  await publish(postType, 1);
  await until(() => expect(received).toBe(1));
  await subscriptions.stop();
  expect(lines).toContainEqual(
    expect.objectContaining({ extension: postType, hook: 'subscription all', limitMs: 50 }),
  );
});

test('a handler calls operations as the system, with the name of its extension', async () => {
  const postType = newPostType();
  const seen: unknown[] = [];
  const server = await kit.harness.standIn(recordsGet, ({ id }, { kind, displayName }) => {
    seen.push({ id, kind, displayName });
    return { ID: id } as never;
  });
  await start(postType, ({ subscribe, call }) =>
    subscribe('all', { entity: 'record', postType }, async ({ data }) => {
      await call(recordsGet, { post_type: postType, id: data.record.id });
    }),
  );
  await publish(postType, 1);
  await until(() => expect(seen).toEqual([{ id: 1, kind: 'system', displayName: postType }]));
  await server.drain();
});

/** The actor of a change by an extension. */
const byExtension = (name: string, depth: number): RecordEvent['data']['actor'] => ({
  kind: 'system',
  user_id: 0,
  display_name: name,
  extension: { name, depth },
});

test('a subscription receives the changes of its own extension only if it asks for them', async () => {
  const postType = newPostType();
  const seen = { others: [] as number[], all: [] as number[] };
  await start(postType, ({ subscribe }) => {
    subscribe('others', { entity: 'record', postType }, ({ data }) => void seen.others.push(data.record.id));
    subscribe(
      'all',
      { entity: 'record', postType, own: true },
      ({ data }) => void seen.all.push(data.record.id),
    );
  });
  await publish(postType, 1, 'updated', {}, byExtension(postType, 1));
  await publish(postType, 2, 'updated', {}, byExtension('another', 1));
  await publish(postType, 3);
  await until(() => expect(seen).toEqual({ others: [2, 3], all: [1, 2, 3] }));
});

test('a change by a handler is one deeper than the change that it follows, and is refused at depth 8', async () => {
  const postType = newPostType();
  const asked: unknown[] = [];
  const refused: unknown[] = [];
  const server = await kit.harness.standIn(recordsUpdate, ({ id }, { extension }) => {
    asked.push({ id, extension });
    return { ID: id };
  });
  await start(postType, ({ subscribe, call }) =>
    subscribe('all', { entity: 'record', postType }, async ({ data }) => {
      const { id } = data.record;
      await call(recordsUpdate, { post_type: postType, id, fields: {}, silent: false }).catch(
        (error: unknown) => refused.push(error),
      );
    }),
  );
  await publish(postType, 1);
  await publish(postType, 2, 'updated', {}, byExtension('another', 6));
  await publish(postType, 3, 'updated', {}, byExtension('another', 7));
  await until(() => expect(refused).toHaveLength(1));
  expect(refused).toMatchObject([
    { code: 'extension_loop', status: 409, data: { extension: postType, hook: 'subscription all' } },
  ]);
  expect(asked).toEqual([
    { id: 1, extension: { name: postType, depth: 1 } },
    { id: 2, extension: { name: postType, depth: 7 } },
  ]);
  await server.drain();
});

test.each<[string, (setup: ExtensionSetup) => void, string]>([
  [
    'two subscriptions of one name',
    ({ subscribe }) => {
      subscribe('same', { entity: 'record' }, () => {});
      subscribe('same', { entity: 'comment' }, () => {});
    },
    'the subscription same already exists; each subscription needs its own name',
  ],
  [
    'events of an unknown entity',
    ({ subscribe }) => subscribe('odd', { entity: 'planet' as never }, () => {}),
    'unknown entity planet of events; the entities are record, share, follow, comment, user',
  ],
])('%s make the setup fail', async (_what, setup, reason) => {
  await expect(start('wrong', setup)).rejects.toThrow(`Setup of the extension wrong failed: ${reason}`);
});
