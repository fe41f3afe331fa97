import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { defineOperation } from '@svc/contracts';
import { defineHandler } from '../../bus/call.ts';
import { OperationServer } from '../../bus/operation-server.ts';
import { openStore } from '../../store/open-store.ts';
import { runService } from '../run-service.ts';
import type { Migration } from '../../store/migrations.ts';

/** Answers after that many milliseconds; -1 ends the connection to the bus, -2 the process by an exception. */
export const searchWait = defineOperation({
  name: 'search.wait',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'A test.',
  input: z.object({ milliseconds: z.int() }),
  output: z.string(),
  errors: [],
});

/** Counts each item up, two at a time; it stops at the fifth as long as there is a gate. */
const countUp: Migration = {
  version: 1,
  name: 'count up',
  readableFrom: 0,
  run: (context) =>
    context.eachBatch<{ _id: number }>({ collection: 'items', size: 2 }, async (items) => {
      const ids = items.map(({ _id }) => _id);
      while (ids.includes(5) && (await context.db.collection('gates').findOne())) await delay(20);
      const counted = context.db.collection<{ _id: number }>('items');
      await counted.updateMany({ _id: { $in: ids } }, { $inc: { times: 1 } });
    }),
};

/** Run as a program, this file is a service: what a test of a service's life starts and stops. */
if (import.meta.main) {
  await runService(
    {
      name: 'search',
      settings: {
        SAMPLE_TOKEN: { meaning: 'what the sample needs', schema: z.string().min(3), secret: true },
        MONGODB_URL: { meaning: 'a database, if any', schema: z.string().optional() },
      },
      start: async ({ bus, ...context }, { MONGODB_URL: url }) => {
        const store = url === undefined ? undefined : await openStore({ bus, ...context }, url, [countUp]);
        const wait = defineHandler(searchWait, async ({ input: { milliseconds }, log }) => {
          log.info({ milliseconds }, 'waiting');
          if (milliseconds === -1) await bus.close();
          else if (milliseconds === -2) queueMicrotask(() => fail());
          else await new Promise((resolve) => setTimeout(resolve, milliseconds));
          return 'waited';
        });
        const server = new OperationServer({
          ...context,
          connection: bus,
          handlers: [wait],
          deps: undefined,
        });
        return {
          checks: store ? [{ name: 'database', check: () => store.check() }] : [],
          async stop() {
            await server.drain();
            await store?.close();
          },
        };
      },
    },
    process.env,
  );
}

function fail(): never {
  throw new Error('something is wrong');
}
