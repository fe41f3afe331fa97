import { expect, test } from '@jest/globals';
import { databaseName } from './connect-store.ts';

test.each([
  ['mongodb://127.0.0.1:27017/svc?replicaSet=svc', 'svc_records'],
  ['mongodb://127.0.0.1:27017', 'svc_records'],
  ['mongodb://127.0.0.1:27017/?directConnection=true', 'svc_records'],
  ['mongodb://user:p%2Fw@a:27017,b:27017,c:27017/north?replicaSet=rs', 'north_records'],
  ['mongodb+srv://cluster.example.test/north', 'north_records'],
])('the database of records at %s is %s', (url, name) => {
  expect(databaseName(url, 'records')).toBe(name);
});
