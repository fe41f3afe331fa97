import { systemActor, type Operation } from '@svc/contracts';
import type { BusCaller, Call } from '@svc/service-kit';

/** Calls an operation that is reserved for services, within the deadline of a request. */
export type AskAsService = <Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
  request: Pick<Call, 'requestId' | 'deadline'>,
) => Promise<Output>;

/** Calls in this service's own name. Callers may get the results only for records that they were found to see. */
export function askAsService(caller: BusCaller): AskAsService {
  return (operation, input, { requestId, deadline }) =>
    caller.call(operation, input, { caller: systemActor('search'), requestId, deadline });
}
