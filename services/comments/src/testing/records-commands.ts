import type { z } from 'zod';
import { commentCreated, shareMentioned } from '@svc/contracts';
import { defineCommandHandler, serveCommands } from '@svc/service-kit';
import type { ServiceHarness } from '@svc/service-kit/testing';

/** Stands in for records: carries out what comments asks of it by doing nothing, and remembers it. */
export async function recordsCommands(harness: ServiceHarness) {
  const received: z.infer<typeof commentCreated.input>[] = [];
  const shared: z.infer<typeof shareMentioned.input>[] = [];
  const create = defineCommandHandler(commentCreated, async ({ input }) => {
    received.push(input);
    return { done: true as const };
  });
  const share = defineCommandHandler(shareMentioned, async ({ input }) => {
    shared.push(input);
    return { shared_with: input.user_ids };
  });
  const context = await harness.context('records');
  const consumer = await serveCommands({
    ...context,
    service: 'records',
    connection: context.bus,
    handlers: [create, share],
    deps: undefined,
    idempotency: { find: async () => undefined },
  });
  return { received, shared, stop: () => consumer.stop() };
}
