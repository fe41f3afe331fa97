import { serviceOf, type Command } from '@svc/contracts';
import { defineCommandHandler, serveCommands } from '../commands/serve-commands.ts';
import type { ServiceHarness } from './service-harness.ts';

/** Stands in for the service that carries out a command: answers each with the same result and remembers the inputs. */
export async function commandsFor<Input, Result>(
  harness: ServiceHarness,
  command: Command<Input, Result>,
  result: Result,
): Promise<{ readonly inputs: readonly Input[]; stop(): Promise<void> }> {
  const inputs: Input[] = [];
  const { bus, keyring, log, metrics } = await harness.context(serviceOf(command));
  const handler = defineCommandHandler<undefined, Input, Result>(command, async (call) => {
    inputs.push(call.input);
    return result;
  });
  const consumer = await serveCommands({
    service: serviceOf(command),
    connection: bus,
    keyring,
    handlers: [handler],
    deps: undefined,
    idempotency: { find: async () => undefined },
    log,
    metrics,
  });
  const stop = () => consumer.stop();
  // What goes on without its bus keeps the process from ending.
  harness.onClose(stop);
  return { inputs, stop };
}
