import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AckPolicy, headers } from 'nats';
import {
  eventStream,
  recordsNoteBackup,
  recordsNoteDrill,
  type DeadLetter,
  type ReplayResult,
} from '@svc/contracts';
import { readStream, until } from '@svc/testing';
import { api, type Api } from '../support/http.ts';
import { openWorld, type World } from '../support/world.ts';

interface Operations {
  readonly consumers: readonly {
    readonly name: string;
    readonly service: string;
    readonly dead_letters: number;
  }[];
  readonly other_consumers: readonly { readonly name: string; readonly waiting: number }[];
  readonly backup?: { readonly last_at?: string; readonly failed_drill?: { readonly failure: string } };
}

let world: World;
let admin: Api;

beforeAll(async () => {
  world = await openWorld();
  admin = api(world, (await world.createUser({ role: 'administrator' })).token);
});

afterAll(() => world?.close());

const operations = async () => (await admin.get<Operations>('svc/v1/operations')).body;

test('each consumer of the services is listed once, with its lag and its dead letters', async () => {
  const waiting = { waiting: 0, unacknowledged: 0, dead_letters: 0 };
  await until(async () => {
    const { consumers } = await operations();
    expect(consumers).toContainEqual({ name: 'users-notifications', service: 'users', ...waiting });
    expect(consumers).toContainEqual({ name: 'search-records', service: 'search', ...waiting });
  });
  await world.bus.jetstream().publish('svc.dead-letters.users-notifications');
  await until(async () => {
    const { consumers } = await operations();
    const found = consumers.filter(({ name }) => name === 'users-notifications');
    expect(found.map(({ dead_letters: count }) => count)).toEqual([1]);
  });
});

test('consumers of other programs and of removed extensions are listed with age and backlog', async () => {
  const manager = await world.bus.jetstreamManager();
  const filter_subject = 'svc.events.record.contacts.*';
  for (const durable_name of ['crm-sync', 'extension-removed-notes'])
    await manager.consumers.add(eventStream, {
      durable_name,
      filter_subject,
      ack_policy: AckPolicy.Explicit,
    });
  await manager.consumers.add(eventStream, { filter_subject, ack_policy: AckPolicy.None });
  await admin.post('svc-posts/v2/contacts', { json: { name: 'For the CRM' } });
  await world.bus.jetstream().publish('svc.dead-letters.extension-removed-notes');
  await until(async () => {
    const other = (await operations()).other_consumers.map(({ waiting, ...each }) => ({
      ...each,
      isBehind: waiting > 0,
    }));
    const idle = {
      events: ['record.contacts.*'],
      created_at: expect.any(String),
      readers: 0,
      isBehind: true,
    };
    expect(other).toEqual([
      { name: 'crm-sync', owner: 'external', dead_letters: 0, ...idle },
      { name: 'extension-removed-notes', owner: 'extension', dead_letters: 1, ...idle },
    ]);
  });
});

describe('an event that consumers refuse', () => {
  const deadLetters = async (service: string) =>
    (await admin.get<{ dead_letters: DeadLetter[] }>(`svc/v1/operations/dead-letters/${service}`)).body
      .dead_letters;
  const change = <Body>(service: string, verb: string, json: object) =>
    admin.post<Body>(`svc/v1/operations/dead-letters/${service}/${verb}`, { json });

  test('is shown, stays a dead letter when it is refused again, and can be dropped', async () => {
    const event = { type: 'svc.record.updated', subject: 'contacts/999999', data: { name: 'Jo Secret' } };
    await world.bus.jetstream().publish('svc.events.record.contacts.updated', JSON.stringify(event));
    const expected = { type: 'svc.record.updated', post_type: 'contacts', record_id: 999_999, attempts: 1 };
    const letter = await until(async () => {
      const letters = await deadLetters('records');
      expect(letters).toContainEqual(expect.objectContaining({ consumer: 'records-changes', ...expected }));
      return letters.find(({ consumer }) => consumer === 'records-changes');
    });
    expect(letter?.reason).toContain('is not signed by its sender');
    expect(JSON.stringify(letter)).not.toContain('Secret');
    const chosen = { consumer: 'records-changes', ids: [letter?.id] };
    const { body } = await change<{ results: ReplayResult[] }>('records', 'replay', chosen);
    expect(body.results).toMatchObject([{ id: letter?.id, outcome: 'failed', reason: letter?.reason }]);
    const again = (await deadLetters('records')).find(({ consumer }) => consumer === 'records-changes');
    expect(again).toMatchObject({ ...expected, attempts: 2, id: body.results[0]?.new_id });
    const ids = [again?.id];
    expect((await change('records', 'drop', { ...chosen, ids })).body).toEqual({ dropped: ids });
    expect((await deadLetters('records')).map(({ consumer }) => consumer)).not.toContain('records-changes');
    await until(async () => {
      const log = await admin.get<{ entries: { action: string; subject: string }[] }>(
        'svc/v1/audit-log?action=dead_letters',
      );
      expect(log.body.entries).toMatchObject([
        { action: 'dead_letters.dropped', subject: 'dead-letters/records-changes' },
        { action: 'dead_letters.replayed' },
      ]);
    });
  });

  test.each([
    ['users', 'users-notifications'],
    ['search', 'search-records'],
  ])('is handled by %s once its cause is removed', async (service, consumer) => {
    const contact = await admin.post<{ ID: number }>('svc-posts/v2/contacts', { json: { name: 'Replayed' } });
    const subject = 'svc.events.record.contacts.created';
    const event = await until(async () => {
      const events = await readStream(world.bus, eventStream, subject);
      const found = events.find((message) => message.string().includes(`contacts/${contact.body.ID}"`));
      expect(found).toBeDefined();
      return found;
    });
    const own = headers();
    own.set('Svc-Signature', event?.headers?.get('Svc-Signature') ?? '');
    own.set('Svc-Message-Id', event?.headers?.get('Nats-Msg-Id') ?? '');
    own.set('Svc-Subject', subject);
    own.set('Svc-Error', 'no disk space');
    const place = `svc.dead-letters.${consumer}`;
    const { seq } = await world.bus.jetstream().publish(place, event?.data, { headers: own });
    expect(await deadLetters(service)).toContainEqual(
      expect.objectContaining({ id: seq, consumer, record_id: contact.body.ID, reason: 'no disk space' }),
    );
    const answer = await change(service, 'replay', { consumer, ids: [seq] });
    expect(answer.body).toEqual({ results: [{ id: seq, outcome: 'handled' }] });
    expect((await deadLetters(service)).map(({ id }) => id)).not.toContain(seq);
  });
});

test('the newest backup and the last drills are those that the admin tool has noted', async () => {
  expect((await operations()).backup).toEqual({});
  await world.ask(recordsNoteBackup, { at: '2026-11-28T01:15:00.000Z' });
  await world.ask(recordsNoteDrill, { at: '2026-11-28T03:00:00.000Z', failure: 'no space left' });
  await until(async () =>
    expect((await operations()).backup).toEqual({
      last_at: '2026-11-28T01:15:00.000Z',
      failed_drill: { at: '2026-11-28T03:00:00.000Z', failure: 'no space left' },
    }),
  );
});
