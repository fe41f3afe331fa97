import { systemActor, type Operation } from '@svc/contracts';
import type { BusCaller, Call } from '@svc/service-kit';

/** Asks an operation that only services may ask, within the time of a request. */
export type AskAsService = <Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
  request: Pick<Call, 'requestId' | 'deadline'>,
) => Promise<Output>;

/** Asks in this service's own name: what comes of it is not for callers but as far as they were found to see it. */
export function askAsService(caller: BusCaller): AskAsService {
  return (operation, input, { requestId, deadline }) =>
    caller.call(operation, input, { caller: systemActor('search'), requestId, deadline });
}
