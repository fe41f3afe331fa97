import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { listening } from '@svc/testing';
import { memoryOf } from './memory.ts';

const bodies: Record<string, string> = {
  '/with/metrics': [
    '# HELP svc_name_index_bytes Memory of the name index.',
    '# TYPE svc_name_index_bytes gauge',
    'svc_name_index_bytes 3145728',
    'svc_name_index_records{post_type="contacts"} 9000',
    'svc_name_index_records{post_type="groups"} 1e3',
  ].join('\n'),
  '/without/metrics': 'svc_outbox_pending 0\n',
};
const server = createServer((request, response) => response.end(bodies[request.url ?? '']));
const url = `http://127.0.0.1:${await listening(server)}`;

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const processes = new Map([
  ['records', process.pid],
  ['mongodb', process.pid],
]);

test('memory is the resident memory of each process, of the services and of all', async () => {
  const memory = await memoryOf({ processes, services: ['records'], recordsUrls: [] });
  expect(memory.processes['records']).toBeGreaterThan(10);
  expect(memory.services).toBe(memory.processes['records']);
  expect(memory.all).toBeCloseTo((memory.processes['records'] ?? 0) + (memory.processes['mongodb'] ?? 0));
});

test('the name indexes of all records processes are added', async () => {
  const recordsUrls = [`${url}/with`, `${url}/with`];
  const { nameIndex } = await memoryOf({ processes, services: ['records'], recordsUrls });
  expect(nameIndex).toEqual({ mebibytes: 6, records: 20_000, mebibytesPer100000: 30 });
});

test('a service without the metric has no figure for the name index', async () => {
  const memory = await memoryOf({ processes, services: ['records'], recordsUrls: [`${url}/without`] });
  expect(memory).not.toHaveProperty('nameIndex');
});

test('the settings of a server that bound its memory are those of its command line', async () => {
  const args = ['-e', 'setInterval(() => {}, 1000)', '--', '--wiredTigerCacheSizeGB', '1', '--quiet'];
  const server = spawn(process.execPath, args, { stdio: 'ignore' });
  await once(server, 'spawn');
  try {
    const mongodb = new Map([['mongodb', server.pid as number]]);
    const { settings } = await memoryOf({ processes: mongodb, services: [], recordsUrls: [] });
    expect(settings).toEqual({ mongodb: '--wiredTigerCacheSizeGB 1' });
  } finally {
    server.kill();
  }
});
