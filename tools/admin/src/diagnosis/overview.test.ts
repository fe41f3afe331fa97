import { expect, test } from '@jest/globals';
import type { Facts } from './collect-facts.ts';
import { jobsOverview, jobsTable } from './overview.ts';

const counts = { waiting: 0, running: 0, failing: 0, failed: 0 };
const idle = { ...counts, name: 'update the index', late_seconds: 0, is_late: false };
const late = {
  name: 'send mails',
  waiting: 12,
  running: 1,
  failing: 2,
  failed: 0,
  late_seconds: 660.4,
  is_late: true,
  reason: 'no server',
};

test('the table of jobs has a line for each job, whatever the number of instances', () => {
  const users = { service: 'users', jobs: [late] };
  const instances = [users, users, { service: 'search', jobs: [idle] }, { service: 'gateway' }];
  const jobs = jobsOverview({ instances } as unknown as Facts);
  expect(jobsTable(jobs).split('\n')).toEqual([
    'JOB               SERVICE  WAITING  RUNNING  FAILING  FAILED  LATE   REASON',
    'send mails        users    12       1        2        0       660 s  no server',
    'update the index  search   0        0        0        0       -      -',
  ]);
  expect(jobsTable([])).toBe('');
});
