import { afterAll, beforeAll, expect } from '@jest/globals';
import {
  createUserContact,
  linkUserContact,
  recordsAuthorize,
  recordsCollaborators,
  recordsCountPersonal,
  recordsGetMany,
  recordsCountLists,
  recordsList,
  recordsNeededUpdates,
  recordsUserActivity,
  recordsUserCounts,
  recordsOptions,
  recordsPlaces,
  systemActor,
  type Actor,
  type InputOf,
  type Operation,
  type OutputOf,
  usersActor,
  usersAdminList,
  usersCreate,
  usersLogin,
} from '@svc/contracts';
import { loadConfig, type Logger, type RunningService } from '@svc/service-kit';
import { connectStore } from '@svc/service-kit/store';
import type { Connection } from 'mongoose';
import { readEvents, ServiceHarness, type Stack, throwAwayStack, until } from '@svc/testing';
import { usersSettings } from '../config.ts';
import { startUsers } from '../service.ts';
import { recordEvent, subjectOf } from './told-events.ts';

const admin = systemActor('admin');

/** The lowest cost of argon2id: the suites hash and verify hundreds of passwords. */
export const hashCost = { memory: 8, passes: 1, parallelism: 1 };

/** The harness of a suite, with this many instances with these settings, open while its tests run. */
export function harnessOfSuite(instances: number, settings: Record<string, string> = {}): UsersHarness {
  const harness = new UsersHarness();
  beforeAll(async () => {
    await harness.open();
    await Promise.all(Array.from({ length: instances }, () => harness.start(settings)));
  });
  afterAll(() => harness.close());
  return harness;
}

/** Instances of this service on a stack of their own, and a stand-in for records that makes contacts. */
export class UsersHarness {
  harness!: ServiceHarness;
  /** The service's database, to look into it. */
  database!: Connection;
  /** Contacts that the stand-in makes have these ids, one after the other. */
  nextContact = 100;
  /** Users that the stand-in says share a record with whoever asks. */
  collaborators: number[] = [];
  /** Contacts that the stand-in says everybody may update. */
  updatable: number[] = [];
  /** The contacts that the stand-in was asked to link, each with its user. */
  readonly linked: { contact_id: number; user_id: number }[] = [];
  /** How many updates each user has to make, as the stand-in says. */
  neededUpdates: { user_id: number; count: number }[] = [];
  userActivity: OutputOf<typeof recordsUserActivity> = { items: [], days: [] };
  /** What the stand-in answers that counts lists. */
  countLists = (
    { queries }: InputOf<typeof recordsCountLists>,
    _actor: Actor,
  ): OutputOf<typeof recordsCountLists> => ({
    lists: queries.map(() => ({ count: 2 })),
  });
  userCounts: OutputOf<typeof recordsUserCounts> = { assigned: [], last_activity: [] };
  /** While true the stand-in for records does not carry out commands. */
  isRecordsAway = false;
  #stack!: Stack;
  #logins = 0;

  async open(): Promise<void> {
    this.#stack = await throwAwayStack();
    this.harness = await ServiceHarness.open(this.#stack);
    this.database = await connectStore({ url: this.#stack.mongodbUrl, service: 'users' });
    this.harness.onClose(() => this.database.close());
    await this.#standInForRecords();
  }

  /** One more instance, with these settings. A `log` of the test's is listened to. */
  async start(settings: Record<string, string> = {}, log?: Logger): Promise<RunningService> {
    const defaults = { MONGODB_URL: this.#stack.mongodbUrl, NOTIFICATION_INTERVAL_MS: '0' };
    const config = loadConfig(usersSettings, { ...defaults, ...settings });
    const service = await startUsers(await this.harness.context('users', log), config, hashCost);
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= service.stop());
    this.harness.onClose(stop);
    return { ...service, stop };
  }

  /** A collection of the service's database. */
  collection<Stored extends object = { _id: number }>(name: string) {
    return this.database.collection<Stored>(name);
  }

  /** Asks as the admin tool does, or as a service where that is for services only. */
  async ask<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    idempotencyKey?: string,
    milliseconds = 30_000,
  ): Promise<Output> {
    const options = { milliseconds, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const { callers } = operation;
    const asker = callers.includes('admin') ? admin : systemActor(callers[0] ?? 'users');
    return this.harness.call(operation, input, asker, options);
  }

  /** Asks as an actor. */
  call: ServiceHarness['call'] = (...asked) => this.harness.call(...asked);

  /** Makes a user, a multiplier unless told otherwise, and answers as whom they act. */
  async newUser(
    username: string,
    { name = username, roles = ['multiplier'] }: { name?: string; roles?: string[] } = {},
  ): Promise<Actor> {
    const names = { username, email: `${username}@ref.test`, display_name: name };
    const { id } = await this.ask(usersCreate, { ...names, roles, password: 'secret-password' });
    const { actor } = await this.ask(usersActor, { user_id: id });
    if (!actor) throw new Error(`${username} is no actor`);
    return actor;
  }

  /** Logs in as the gateway does, with the password of new users; from an address of its own unless one is given. */
  login(username: string, given: Partial<InputOf<typeof usersLogin>> = {}) {
    const from = { issuer: 'https://ref.test', address: `192.0.2.${(this.#logins += 1)}` };
    const input = { username, password: 'secret-password', ...from, ...given };
    return this.call(usersLogin, input, systemActor('gateway'));
  }

  /** Prolongs the delays after failed attempts: the first is only a second, which on a busy machine may be over before the next attempt. */
  async prolongDelays(): Promise<void> {
    const refusedUntil = new Date(Date.now() + 10 * 60_000);
    await this.collection('failed_logins').updateMany(
      { refusedUntil: { $ne: null } },
      { $set: { refusedUntil } },
    );
  }

  /** Waits until everything that is committed is published. */
  async outboxIsEmpty(): Promise<void> {
    const outbox = this.collection('outbox');
    await until(async () => expect(await outbox.countDocuments()).toBe(0));
  }

  /** The events of a subject, such as `user.>`, oldest first, once all are published. */
  async events(subject: string) {
    await this.outboxIsEmpty();
    return readEvents(this.harness.bus, `svc.events.${subject}`);
  }

  /** The events about a user. */
  async eventsOf(userId: number) {
    const events = await this.events('user.>');
    return events.filter(({ data }) => (data['user'] as { id: number }).id === userId);
  }

  /** All users, and the number of all events about them. */
  async state() {
    const { length: events } = await this.events('user.>');
    return { users: (await this.ask(usersAdminList, {})).users, events };
  }

  /** Announces a contact that represents a user, as records does. */
  async announceContact(userId: number, contactId: number, actor = systemActor('users')): Promise<void> {
    const { kind, userId: user_id, displayName: display_name } = actor;
    const event = recordEvent('created', {
      record: { id: contactId },
      actor: { kind, user_id, display_name },
      changed: { corresponds_to_user: { before: null, after: userId } },
    });
    await this.harness.publish({ id: event.id, subject: subjectOf(event), content: event });
  }

  async close(): Promise<void> {
    await this.harness.close();
    await this.#stack.stop();
  }

  async #standInForRecords(): Promise<void> {
    await this.harness.standIn(recordsCollaborators, () => ({ user_ids: this.collaborators }));
    await this.harness.standIn(recordsAuthorize, ({ id }) => ({ allowed: this.updatable.includes(id) }));
    await this.harness.standIn(recordsCountPersonal, () => ({ count: 0 }));
    await this.harness.standIn(recordsNeededUpdates, () => ({ users: this.neededUpdates }));
    await this.harness.standIn(recordsUserCounts, () => this.userCounts);
    await this.harness.standIn(recordsUserActivity, () => this.userActivity);
    await this.harness.standIn(recordsCountLists, (input, actor) => this.countLists(input, actor));
    await this.harness.standIn(recordsList, () => ({ posts: [], total: 0 }));
    await standInForNames(this.harness);
    await this.harness.carryOut(createUserContact, () => {
      if (this.isRecordsAway) throw new Error('records is away');
      return { id: (this.nextContact += 1) };
    });
    await this.harness.carryOut(linkUserContact, ({ contact_id, user_id }) => {
      this.linked.push({ contact_id, user_id });
      return { linked: true };
    });
  }
}

const gridRow = { level: 'admin0', lng: 10, lat: 50 };

/** Rows of a small grid: 1 to 9 are there, and every point lies in row 7. */
const rowOf = (id: number) => ({ ...gridRow, grid_id: id, name: `Row ${id}`, full_name: `Row ${id}, World` });

/** The stand-in knows rows 1 to 9 of the grid, two languages, and the people group 66. */
async function standInForNames(harness: ServiceHarness): Promise<void> {
  await harness.standIn(recordsPlaces, ({ grid_ids: ids, points }) => ({
    places: ids.filter((id) => id < 10).map(rowOf),
    at: points.map(() => rowOf(7)),
  }));
  await harness.standIn(recordsOptions, () => ({ options: { en: 'English', fr: 'French' } }));
  await harness.standIn(recordsGetMany, ({ ids }) => ({
    records: ids.filter((id) => id === 66).map((ID) => ({ ID, post_title: 'Highlanders' }) as never),
    versions: {},
  }));
}
