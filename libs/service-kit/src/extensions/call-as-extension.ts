import { randomUUID } from 'node:crypto';
import { systemActor, type ExtensionCall } from '@svc/contracts';
import type { BusCaller } from '../bus/bus-caller.ts';
import { Deadline } from '../bus/deadline.ts';

/** Milliseconds that an extension waits for an answer. No client waits for it, so it may take longer than a request. */
const patience = 15_000;

/** Asks operations as the system, in the name of an extension. */
export function callAsExtension(caller: Pick<BusCaller, 'call'>, extension: string): ExtensionCall {
  return (operation, input) =>
    caller.call(operation, input, {
      caller: systemActor(extension),
      requestId: randomUUID(),
      deadline: Deadline.after(patience),
    });
}
