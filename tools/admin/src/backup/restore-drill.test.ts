import { expect, test } from '@jest/globals';
import { scratchUrl } from './restore-drill.ts';

test.each([
  ['mongodb://127.0.0.1', 'mongodb://127.0.0.1/svc_drill'],
  ['mongodb://a:1,b:2/crm?replicaSet=r', 'mongodb://a:1,b:2/crm_drill?replicaSet=r'],
  ['mongodb://u:p@a/crm', 'mongodb://u:p@a/crm_drill?authSource=crm'],
  ['mongodb://u:p@a/crm?tls=true', 'mongodb://u:p@a/crm_drill?tls=true&authSource=crm'],
  ['mongodb://u:p@a/crm?authSource=admin', 'mongodb://u:p@a/crm_drill?authSource=admin'],
  ['mongodb+srv://u:p@a/?tls=true', 'mongodb+srv://u:p@a/svc_drill?tls=true'],
])('the scratch databases of %s are those of %s', (url, scratch) => {
  expect(scratchUrl(url)).toBe(scratch);
});
