import type { NatsConnection } from 'nats';
import { busPermissions, type Identity } from '@svc/contracts';
import { MessageBroker } from './message-broker.ts';
import { ProcessConnection } from './process-connection.ts';

/**
 * The bus in one process, for tests: what the services use of NATS and JetStream, without sockets. The permissions of an identity hold for
 * messages, not for requests to JetStream itself. Everything above a connection is the services' own code; `buses.stack.test.ts` runs the same cases over NATS.
 */
export class ProcessBus {
  readonly #broker = new MessageBroker();

  /** Connects a process with the permissions of its contracts; `test` may hear and send everything. */
  connect(as: Identity | 'test'): NatsConnection {
    const permissions = as === 'test' ? undefined : busPermissions(as);
    return new ProcessConnection(this.#broker, permissions) as unknown as NatsConnection;
  }

  /** Ends all timers. */
  close(): void {
    this.#broker.close();
  }
}
