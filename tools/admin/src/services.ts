import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { systemActor, type Operation } from '@svc/contracts';
import {
  BusCaller,
  connectBus,
  createLogger,
  Deadline,
  loadKeyring,
  type BusConfig,
  type Keyring,
} from '@svc/service-kit';
import type { NatsConnection } from 'nats';
import { AdminError } from './admin-error.ts';
import { readAdminConfig, type AdminConfig } from './config.ts';
import { findDeployment } from './find-deployment.ts';
import { printLine, type Terminal } from './terminal.ts';

/** Longer than the timeout of clients: creating a user waits for its contact. */
const usualTimeoutMs = 10_000;

export type Ask = <Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
  options?: { readonly timeoutMs?: number; readonly idempotencyKey?: string },
) => Promise<Output>;

export interface Connected {
  /** Known for an instance that `npm start` runs. */
  readonly dataDir?: string;
  readonly bus: NatsConnection;
  readonly keyring: Keyring;
  readonly ask: Ask;
}

/**
 * Connects to the deployment of the settings while `work` runs.
 * @throws AdminError when the deployment cannot be reached; ServiceError when an operation fails.
 */
export async function withDeployment<Result>(
  config: AdminConfig,
  work: (connected: Connected) => Promise<Result>,
): Promise<Result> {
  const { bus: busConfig, keyringFile, dataDir } = await findDeployment(config);
  const keyring = await loadKeyring(keyringFile).catch((cause: unknown) => {
    const advice =
      'Create the key files of a deployment with `npm run admin -- keys create --dir DIRECTORY`.';
    throw new AdminError(`${keyringFile} is not a readable key file. ${advice}`, { cause });
  });
  return withBus(busConfig, async (bus) => {
    const caller = new BusCaller(bus, keyring);
    const ask: Ask = (operation, input, { timeoutMs = usualTimeoutMs, idempotencyKey } = {}) =>
      caller.call(operation, input, {
        caller: systemActor('admin'),
        requestId: `admin-${randomUUID()}`,
        deadline: Deadline.after(timeoutMs),
        idempotencyKey,
        client: { address: '', device: operator() },
      });
    try {
      return await work({ bus, keyring, ask, ...(dataDir !== undefined && { dataDir }) });
    } finally {
      caller.close();
    }
  });
}

/** The person at the admin tool, as the operating system knows them: for the audit log. */
function operator(): string {
  try {
    return `admin tool, ${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run under an id without a name.
    return `admin tool, ${hostname()}`;
  }
}

/** Connects to NATS as the admin tool while `work` runs. @throws ConfigError with the problem of the address or the credentials. */
export async function withBus<Result>(
  config: BusConfig,
  work: (bus: NatsConnection) => Promise<Result>,
): Promise<Result> {
  const log = createLogger({ service: 'admin', level: 'silent' });
  const bus = await connectBus({ config, identity: 'admin', log, timeoutMs: usualTimeoutMs });
  try {
    return await work(bus);
  } finally {
    await bus.close();
  }
}

/** Asks the services and prints the answer: as JSON with the option `--json`, else in words. @throws like `withDeployment` */
export async function printAnswer<Answer>(
  terminal: Terminal,
  { json }: { readonly json?: true },
  { work, inWords }: { work: (ask: Ask) => Promise<Answer>; inWords: (answer: Answer) => string },
): Promise<void> {
  const answer = await withDeployment(readAdminConfig(terminal.env), ({ ask }) => work(ask));
  printLine(terminal, json ? JSON.stringify(answer) : inWords(answer));
}
