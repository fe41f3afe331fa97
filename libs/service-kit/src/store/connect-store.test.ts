import { expect, test } from '@jest/globals';
import { databaseName, serverProblem } from './connect-store.ts';

test.each([
  ['mongodb://127.0.0.1:27017/svc?replicaSet=svc', 'svc_records'],
  ['mongodb://127.0.0.1:27017', 'svc_records'],
  ['mongodb://127.0.0.1:27017/?directConnection=true', 'svc_records'],
  ['mongodb://user:p%2Fw@a:27017,b:27017,c:27017/north?replicaSet=rs', 'north_records'],
  ['mongodb+srv://cluster.example.test/north', 'north_records'],
])('the database of records at %s is %s', (url, name) => {
  expect(databaseName(url, 'records')).toBe(name);
});

test.each([
  ['8.2.6', { setName: 'svc' }, undefined],
  ['7.0.12', { setName: 'svc' }, 'MongoDB 7.0.12 is too old'],
  ['8.2.6', {}, 'has to run as a replica set'],
  ['8.2.6', { msg: 'isdbgrid' }, 'leads to a mongos'],
])('MongoDB %s that says %j: %s', (version, hello, problem) => {
  const found = serverProblem(version, hello);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});
