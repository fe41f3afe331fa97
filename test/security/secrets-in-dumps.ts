import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { mongo } from 'mongoose';
import { readStream } from '@svc/testing';
import type { World } from '../support/world.ts';

/** The names of the secrets that occur in a text, as they are, in base64 or in hexadecimal digits. */
export function occurring(secrets: Readonly<Record<string, string>>, text: string): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => (isIn(text, secret) ? [name] : []));
}

function isIn(text: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  // The prefix of a secret and the hyphens of a recovery code are for people.
  const bare = [secret.replace(/^whsec_/, ''), secret.replaceAll('-', '')];
  // The end of base64 depends on what follows.
  const encoded = bytes.toString('base64').replace(/.?=*$/, '');
  return [secret, ...bare, encoded, bytes.toString('hex')].some((form) => text.includes(form));
}

/** All documents of all collections of the server, its oplog among them, as text. */
export async function readDatabases({ database }: Pick<World, 'database'>): Promise<string> {
  const client = database.getClient();
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  const texts: string[] = [];
  for (const { name } of databases) {
    const collections = await client.db(name).listCollections({ type: 'collection' }).toArray();
    for (const collection of collections)
      for await (const document of client.db(name).collection(collection.name).find())
        texts.push(mongo.BSON.EJSON.stringify(document));
  }
  return texts.join('\n');
}

/** All messages of all streams with their headers, as text. */
export async function readStreams({ bus }: Pick<World, 'bus'>): Promise<string> {
  const manages = await bus.jetstreamManager();
  const texts: string[] = [];
  for await (const { config, state } of manages.streams.list()) {
    const messages = state.messages === 0 ? [] : await readStream(bus, config.name, '>');
    for (const { subject, headers, data } of messages)
      texts.push(subject, ...[...(headers ?? [])].flat(2), Buffer.from(data).toString('utf8'));
  }
  return texts.join('\n');
}

/** A request under an idempotency key. */
export const once = <Sending extends object>(sending: Sending) => ({
  ...sending,
  headers: { 'idempotency-key': randomUUID() },
});

/** @throws when a secret was not issued: a test that looks for `undefined` would pass. */
export function present(secrets: Record<string, unknown>): Record<string, string> {
  for (const [name, secret] of Object.entries(secrets))
    expect([name, secret]).toEqual([name, expect.stringMatching(/^\S{9,}$/)]);
  return secrets as Record<string, string>;
}
