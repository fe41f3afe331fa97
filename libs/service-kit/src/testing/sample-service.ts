import { z } from 'zod';
import { defineOperation } from '@svc/contracts';
import { defineHandler } from '../bus/call.ts';
import { OperationServer } from '../bus/operation-server.ts';
import { runService } from '../lifecycle/run-service.ts';

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

/** Run as a program, this file is a service: what a test of a service's life starts and stops. */
if (import.meta.main) {
  await runService(
    {
      name: 'search',
      settings: {
        SAMPLE_TOKEN: { meaning: 'what the sample needs', schema: z.string().min(3), secret: true },
      },
      start: async ({ bus, ...context }) => {
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
        return { checks: [], stop: () => server.drain() };
      },
    },
    process.env,
  );
}

function fail(): never {
  throw new Error('something is wrong');
}
