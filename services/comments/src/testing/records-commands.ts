import type { z } from 'zod';
import { commentCreated, shareMentioned } from '@svc/contracts';
import { defineCommandHandler, serveCommands } from '@svc/service-kit';
import type { ServiceHarness } from '@svc/service-kit/testing';

/** Stands in for records: carries out what comments asks of it by doing nothing, and remembers it. */
export async function recordsCommands(harness: ServiceHarness) {
  const received: z.infer<typeof commentCreated.input>[] = [];
  const shared: z.infer<typeof shareMentioned.input>[] = [];
  const { bus, keyring, log, metrics } = await harness.context('records');
  const handlers = [
    defineCommandHandler<undefined, z.infer<typeof commentCreated.input>, { done: true }>(
      commentCreated,
      async ({ input }) => {
        received.push(input);
        return { done: true };
      },
    ),
    defineCommandHandler<undefined, z.infer<typeof shareMentioned.input>, { shared_with: number[] }>(
      shareMentioned,
      async ({ input }) => {
        shared.push(input);
        return { shared_with: input.user_ids };
      },
    ),
  ];
  const consumer = await serveCommands({
    service: 'records',
    connection: bus,
    keyring,
    handlers,
    deps: undefined,
    log,
    metrics,
    idempotency: { find: async () => undefined },
  });
  return { received, shared, stop: () => consumer.stop() };
}
