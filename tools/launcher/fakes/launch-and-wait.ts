// Starts one service and waits: for a test that kills the process that supervises.
import { join } from 'node:path';
import { startGuard } from '@svc/local-stack';
import { startServices } from '../src/start-services.ts';

const services = await startServices({
  stack: { mongodbUrl: '', natsUrl: '', meiliUrl: '', meiliKey: '' },
  dataDir: process.argv[2] as string,
  env: {},
  report: () => {},
  guard: await startGuard(1),
  instances: { gateway: 0, records: 1, comments: 0, users: 1, search: 0 },
  entryOf: (service) => join(import.meta.dirname, service === 'users' ? 'stubborn.mjs' : 'well.mjs'),
  createKeyring: async () => {},
});
console.log(JSON.stringify(services.instances.map(({ pid }) => pid)));
