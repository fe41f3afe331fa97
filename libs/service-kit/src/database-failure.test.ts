import { expect, test } from '@jest/globals';
import { mongo } from 'mongoose';
import { databaseFailure } from './database-failure.ts';

const fromServer = (code: number) => new mongo.MongoServerError({ code, errmsg: 'no' });
const selection = new mongo.MongoServerSelectionError('none', {} as never);
const cut = new mongo.MongoNetworkError('cut');
const notConfirmed = new mongo.MongoWriteConcernError({
  writeConcernError: { code: 11_602, errmsg: 'no' },
} as never);

test.each([
  ['NotWritablePrimary', fromServer(10_107), 'unavailable'],
  ['NotPrimaryNoSecondaryOk', fromServer(13_435), 'unavailable'],
  ['NotPrimaryOrSecondary', fromServer(13_436), 'unavailable'],
  ['LegacyNotPrimary', fromServer(10_058), 'unavailable'],
  ['no member to send to', selection, 'unavailable'],
  ['PrimarySteppedDown', fromServer(189), 'interrupted'],
  ['ShutdownInProgress', fromServer(91), 'interrupted'],
  ['InterruptedAtShutdown', fromServer(11_600), 'interrupted'],
  ['InterruptedDueToReplStateChange', fromServer(11_602), 'interrupted'],
  ['a lost connection', cut, 'interrupted'],
  ['a cleared pool', new mongo.MongoNetworkTimeoutError('slow'), 'interrupted'],
  ['an unconfirmed write', notConfirmed, 'interrupted'],
  ['MaxTimeMSExpired', fromServer(50), 'too slow'],
  ['a duplicate key', fromServer(11_000), undefined],
  ['a defect', new TypeError('x is undefined'), undefined],
  ['a system error with a like code', Object.assign(new Error('no'), { code: 50 }), undefined],
  ['nothing', undefined, undefined],
])('%s is %3$s', (_name, error, failure) => {
  expect(databaseFailure(error)).toBe(failure);
});

test('a failure is found in the causes in which the driver wraps it', () => {
  const bulk = new mongo.MongoClientBulkWriteError({ message: 'failed' });
  Object.assign(bulk, { cause: fromServer(10_107) });
  expect(databaseFailure(bulk)).toBe('unavailable');
});

test.each([
  ['no member to send to', selection],
  ['a lost connection', cut],
])('a bulk write that %s has ended may have had an effect', (_name, error) => {
  const bulk = new mongo.MongoBulkWriteError(error, {} as never);
  expect(databaseFailure(bulk)).toBe('interrupted');
});
