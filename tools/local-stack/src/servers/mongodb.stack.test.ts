import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { mongo } from 'mongoose';
import { until } from '@svc/testing';
import { npmSource } from '../sources/npm.ts';
import { contextOfSuite } from '../testing/test-context.ts';
import { mongodb } from './mongodb.ts';

const { context, open } = await contextOfSuite();
const comment = 'Amina lives beside the mill';
const email = 'amina@example.org';
let client: mongo.MongoClient;

beforeAll(async () => {
  const { url } = await open(npmSource([mongodb]), mongodb);
  client = new mongo.MongoClient(url);
  return () => client.close();
});

/** The lines of mongod's log after those that are there by now. */
function newLines(): () => string {
  const file = join(context.dataDir, 'logs/mongodb.log');
  const { length } = readFileSync(file, 'utf8');
  return () => readFileSync(file, 'utf8').slice(length);
}

test('the log has no texts of slow operations, and of failed ones the code alone', async () => {
  const log = newLines();
  const people = client.db('t').collection('people');
  await people.createIndex({ email: 1 }, { unique: true });
  await people.insertMany(Array.from({ length: 100 }, (_, at) => ({ at, email: `${at}${email}` })));
  const slow = { $where: 'sleep(2) || true', note: { $ne: comment } };
  await people.find(slow).toArray();
  await people.updateMany(slow, { $set: { note: comment } });
  await expect(
    people
      .find({ ...slow, note: comment })
      .maxTimeMS(50)
      .toArray(),
  ).rejects.toThrow('time limit');
  await expect(people.updateOne({ at: 1 }, { $set: { email: `2${email}` } })).rejects.toThrow('duplicate');
  const twice = client.db('t').collection('twice');
  await twice.insertMany([{ email }, { email }]);
  await expect(twice.createIndex({ email: 1 }, { unique: true })).rejects.toThrow('duplicate');
  await until(() => expect(log()).toContain('Index build: failed'));
  expect(log()).toContain('"attr":{"error":{"code":50,"codeName":"MaxTimeMSExpired"}}}\n');
  expect(log()).toContain(
    '"attr":{"operation":"update","error":{"code":11000,"codeName":"DuplicateKey"}}}\n',
  );
  expect(log()).not.toContain(comment);
  expect(log()).not.toContain(email);
});
