import type { Command } from '@svc/contracts';
import type { ServiceHarness } from './service-harness.ts';

/** Stands in for the service that carries out a command: answers each with the same result and remembers the inputs. */
export async function commandsFor<Input, Result>(
  harness: ServiceHarness,
  command: Command<Input, Result>,
  result: Result,
): Promise<{ readonly inputs: readonly Input[]; stop(): Promise<void> }> {
  const inputs: Input[] = [];
  const stop = await harness.carryOut(command, (input) => {
    inputs.push(input);
    return result;
  });
  return { inputs, stop };
}
