import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { commandSubject, disconnectDeleted, purgeComments, type Command } from '@svc/contracts';
import type { OutboxEntry, OutboxItem } from '@svc/service-kit/store';
import { backedUp, type BackedUp, type Databases } from '../databases.ts';

/** The remaining entry of an erased person. */
export interface Tombstone {
  readonly _id: number;
  readonly postType: string;
  readonly at: Date;
}

export type Trace = Awaited<ReturnType<typeof tracesOf>>[number];

interface Place {
  readonly service: BackedUp;
  readonly collection: string;
  readonly what: string;
  readonly filter: mongo.Filter<mongo.Document>;
  /** Whether the documents are removed when the service deletes the record. */
  readonly isOwn?: boolean;
  /** An update that removes the person, for documents that must remain; without it the documents are deleted. */
  readonly change?: mongo.UpdateFilter<mongo.Document>;
}

export function tombstonesOf(databases: Databases): mongo.Collection<Tombstone> {
  return databases.of('records').collection<Tombstone>('erased');
}

export async function tracesOf(databases: Databases, person: Tombstone) {
  const places = await placesOf(databases, person);
  return Promise.all(
    places.map(async ({ service, collection, what, filter }) => ({
      /** A collection, such as `records.activity`, or the name of a NATS stream. */
      where: `${service}.${collection}`,
      what,
      count: await databases.of(service).collection(collection).countDocuments(filter),
    })),
  );
}

/** Erases documents about a person that no service deletes with the record. The record must still exist: it has the addresses of their mails. */
export function eraseCopies(databases: Databases, person: Tombstone): Promise<void> {
  return eraseFrom(databases, person, ({ isOwn }) => !isOwn);
}

/** Erases the remaining documents about a person except connections, which the records service removes because both ends change. */
export function eraseRest(databases: Databases, person: Tombstone): Promise<void> {
  return eraseFrom(databases, person, ({ collection }) => collection !== 'edges');
}

async function eraseFrom(
  databases: Databases,
  person: Tombstone,
  isChosen: (place: Place) => boolean,
): Promise<void> {
  for (const { service, collection, filter, change } of (await placesOf(databases, person)).filter(
    isChosen,
  )) {
    const documents = databases.of(service).collection(collection);
    if (change) await documents.updateMany(filter, change);
    else await documents.deleteMany(filter);
  }
}

/** Whether the services have removed everything that belongs to a deleted record, and search has updated its index. */
export async function isGone(databases: Databases, { _id: id, postType }: Tombstone): Promise<boolean> {
  const count = (service: Parameters<Databases['of']>[0], collection: string, filter: object) =>
    databases.of(service).collection(collection).countDocuments(filter);
  const left = await Promise.all([
    count('comments', 'comments', { recordId: id, postType }),
    count('records', 'edges', { $or: [{ from: id }, { to: id }] }),
    count('search', 'index_jobs', { recordIds: id, setAside: { $exists: false } }),
  ]);
  return left.every((count) => count === 0);
}

/**
 * Erases a person from databases whose services are not running. Commands in the outbox have the services do the rest when they start, such as
 * removing connections. Returns whether there was anything to erase.
 */
export async function eraseAtRest(databases: Databases, person: Tombstone): Promise<boolean> {
  const db = databases.of('records');
  await tombstonesOf(databases).updateOne(
    { _id: person._id },
    { $setOnInsert: { ...person } },
    { upsert: true },
  );
  // The id of an erased person is never assigned again.
  const sequences = db.collection<{ _id: string; next: number }>('sequences');
  await sequences.updateOne({ _id: 'records' }, { $max: { next: person._id } }, { upsert: true });
  const found = (await tracesOf(databases, person)).some(({ count }) => count > 0);
  if (!found) return false;
  await eraseRest(databases, person);
  const input = { post_type: person.postType, record_id: person._id };
  const outbox = db.collection<OutboxEntry>('outbox');
  const isAbout = [`"post_type":"${person.postType}"`, `"(id|record_id)":${person._id}[,}]`];
  const event = { kind: 'event' as const, $and: isAbout.map((pattern) => ({ body: { $regex: pattern } })) };
  await outbox.deleteMany(event);
  await outbox.updateMany({ items: { $elemMatch: event } }, { $pull: { items: event } });
  const commands = [purgeComments, disconnectDeleted].map((command) => itemOf(command, input));
  await outbox.insertMany(commands);
  return true;
}

function itemOf(command: Pick<Command, 'name'>, input: object): OutboxItem {
  const about = { subject: commandSubject(command), body: JSON.stringify(input) };
  return { _id: `${randomUUID()}.0`, kind: 'command', ...about, createdAt: new Date(), position: 0 };
}

async function placesOf(databases: Databases, { _id: id, postType }: Tombstone): Promise<Place[]> {
  const notifications = await databases
    .of('users')
    .collection<{ _id: number }>('notifications')
    .find({ 'record.id': id }, { projection: { _id: 1 } })
    .toArray();
  const notificationIds = notifications.map(({ _id }) => _id);
  const addresses = await addressesOf(databases, id);
  const credentials = await credentialsOf(databases, id);
  const own = (collection: string, what: string, filter: object): Place => ({
    service: 'records',
    collection,
    what,
    filter,
    isOwn: true,
  });
  return [
    own('records', 'the record', { _id: id, postType }),
    own('activity', 'rows of its history', { recordId: id }),
    own('edges', 'connections', { $or: [{ from: id }, { to: id }] }),
    own('shares', 'shares', { recordId: id }),
    own('private_values', 'private values', { recordId: id }),
    {
      ...own('files', 'files', { recordId: id, name: { $ne: '' } }),
      // The records service then removes the content of the file from the file storage.
      change: { $set: { state: 'dropped', since: new Date(), name: '' } },
    },
    own('record_texts', 'index terms of lists', { _id: id as never }),
    { ...own('transfers', 'transfers', { recordId: id }), isOwn: false },
    { ...own('comments', 'comments', { recordId: id, postType }), service: 'comments' },
    ...['mails', 'pushes'].map((collection): Place => ({
      service: 'users',
      collection,
      what: 'messages about it',
      filter: { notifications: { $in: notificationIds } },
      change: { $pullAll: { notifications: notificationIds }, $set: { content: null } } as never,
    })),
    {
      service: 'users',
      collection: 'mails',
      what: 'mails to it',
      filter: { 'message.to': { $in: addresses } },
    },
    { service: 'users', collection: 'notifications', what: 'notifications', filter: { 'record.id': id } },
    ...credentials,
    ...backedUp.map((service): Place => ({
      service,
      collection: 'idempotency',
      what: 'stored answers for repeated requests',
      filter: { answer: { $regex: `"(ID|post_id|comment_post_ID|record_id)":"?${id}["',}]` } },
    })),
  ];
}

/** The credentials of the user whom a contact represents: without them, nobody goes on in the name of the person. */
async function credentialsOf(databases: Databases, contactId: number): Promise<Place[]> {
  const users = databases.of('users').collection<{ _id: number }>('users');
  const user = await users.findOne({ contactId }, { projection: { _id: 1 } });
  if (!user) return [];
  const { _id: userId } = user;
  const place = (collection: string, what: string, filter: object): Place => {
    return { service: 'users', collection, what, filter };
  };
  return [
    place('sessions', 'sessions of its user', { userId }),
    place('api_keys', 'API keys of its user', { userId }),
    place('second_factors', 'the second factor of its user', { _id: userId }),
    place('passkey_challenges', 'challenges of passkeys of its user', { userId }),
    place('provider_identities', 'accounts of its user at the identity provider', { userId }),
    place('provider_login_codes', 'logins of its user under way', { userId }),
    place('avatars', 'the uploaded picture of its user', { _id: userId }),
    {
      ...place('users', 'the address of that picture', { _id: userId, avatarKey: { $type: 'string' } }),
      change: { $set: { avatarKey: null } },
    },
    place('password_resets', 'the right of its user to set a password', { _id: userId }),
  ];
}

/** The mail addresses of a contact; none once its record is deleted. */
async function addressesOf(databases: Databases, id: number): Promise<string[]> {
  const records = databases
    .of('records')
    .collection<{ _id: number; fields?: Record<string, unknown> }>('records');
  const { fields = {} } = (await records.findOne({ _id: id })) ?? {};
  const entries = Object.values(fields).flatMap((value) =>
    Array.isArray(value) ? (value as unknown[]) : [],
  );
  return entries.flatMap((entry) => {
    const value = (entry as { value?: unknown } | null)?.value;
    return typeof value === 'string' && value.includes('@') ? [value] : [];
  });
}
