import { expect, test } from '@jest/globals';
import { currentContract, isUnversioned, recordedContract } from '../testing/record-contract.ts';

test('the contracts are those that were recorded; after a change raise the version and record them (docs/versions.md)', () => {
  expect(currentContract()).toEqual(recordedContract());
});

test('a change under the same version is noticed, one under a new version is not held back', () => {
  const before = recordedContract();
  const changed = { version: before.http.version, endpoints: { ...before.http.endpoints, 'GET /new': 'x' } };
  expect(isUnversioned(before, before)).toEqual({ http: false, extensions: false });
  expect(isUnversioned(before, { ...before, http: changed })).toEqual({ http: true, extensions: false });
  const raised = { ...changed, version: '99.0.0' };
  expect(isUnversioned(before, { ...before, http: raised })).toEqual({ http: false, extensions: false });
  const other = { ...before.extensions, fingerprint: 'x' };
  expect(isUnversioned(before, { ...before, extensions: other })).toEqual({ http: false, extensions: true });
});
