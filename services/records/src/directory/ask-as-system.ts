import { randomUUID } from 'node:crypto';
import { systemActor, type Operation } from '@svc/contracts';
import type { BusCaller, Call } from '@svc/service-kit';

/** The request or command for which another service is asked; a command has no request id. */
export type AskingCall = Pick<Call, 'deadline'> & Partial<Pick<Call, 'requestId'>>;

export interface AskingDeps {
  readonly caller: Pick<BusCaller, 'call'>;
}

/** Asks another service as the system: the answer does not depend on what the caller may see. */
export function askAsSystem<Input, Output>(
  { requestId = randomUUID(), deadline }: AskingCall,
  { caller }: AskingDeps,
  operation: Operation<Input, Output>,
  input: Input,
): Promise<Output> {
  return caller.call(operation, input, { caller: systemActor('records'), requestId, deadline });
}
