import { randomUUID } from 'node:crypto';
import { systemActor, type Operation } from '@svc/contracts';
import { BusCaller, connectBus, createLogger, Deadline, loadKeyring, type BusConfig } from '@svc/service-kit';

export type AdminCaller = <Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
) => Promise<Output>;

/** The timeout of an operation in milliseconds, longer than that of clients. */
const timeoutMs = 15_000;

export async function asAdmin<Result>(
  options: { bus: BusConfig; keyringFile: string },
  work: (admin: AdminCaller) => Promise<Result>,
): Promise<Result> {
  const keyring = await loadKeyring(options.keyringFile);
  const log = createLogger({ service: 'demo', level: 'fatal' });
  const bus = await connectBus({ config: options.bus, identity: 'admin', log });
  const caller = new BusCaller(bus, keyring);
  try {
    return await work((operation, input) =>
      caller.call(operation, input, {
        caller: systemActor('admin'),
        requestId: `demo-${randomUUID()}`,
        deadline: Deadline.after(timeoutMs),
      }),
    );
  } finally {
    caller.close();
    await bus.close();
  }
}
