import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { api } from '../support/http.ts';
import { worldInCommon, type World } from '../support/world.ts';
import { problemsOfLine } from './log-page.ts';

let world: World;

beforeAll(async () => {
  world = await worldInCommon('configured');
});

test('the lines of running services have the documented keys', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  const http = api(world, user.token);
  const { body } = await http.post<{ ID: number }>('svc-posts/v2/contacts', { json: { name: 'Ada' } });
  await http.post(`svc-posts/v2/contacts/${body.ID}/comments`, { json: { comment: 'Hello' } });
  await http.get('svc-posts/v2/contacts/999999');
  await http.get('no/such/route');
  await world.settled();
  const linesOf = (file: string) =>
    readFileSync(join(world.dataDir, 'logs', file), 'utf8')
      .split('\n')
      .filter(Boolean);
  const files = readdirSync(join(world.dataDir, 'logs')).filter((file) =>
    /^(gateway|records|comments|users|search)/.test(file),
  );
  expect(files.length).toBeGreaterThanOrEqual(5);
  // Lines are buffered for a moment.
  await until(() => expect(linesOf('gateway.log').join()).toContain('"status":404'));
  const lines = files.flatMap(linesOf);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.flatMap(problemsOfLine)).toEqual([]);
});
