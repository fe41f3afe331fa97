import type { NatsConnection, Subscription } from 'nats';
import { commandResultSubject } from '@svc/contracts';

/** A command whose result somebody waits for. */
export interface ExpectedResult {
  /** What the command answered; undefined when it was not carried out in time (it will be) or was refused. */
  result(milliseconds: number): Promise<unknown>;
  /** Nobody waits any more. */
  forget(): void;
}

/** Listens for the results of commands that this process has sent. */
export class CommandResults {
  readonly #connection: NatsConnection;
  readonly #open = new Set<Subscription>();

  constructor(connection: NatsConnection) {
    this.#connection = connection;
  }

  /** Starts to listen for a result; call it before the command is committed. */
  expect(commandId: string): ExpectedResult {
    let announce: (result: unknown) => void = () => {};
    const announced = new Promise<unknown>((resolve) => (announce = resolve));
    const subscription = this.#connection.subscribe(commandResultSubject(commandId), {
      max: 1,
      callback: (error, message) => announce(error ? undefined : parseResult(message.data)),
    });
    this.#open.add(subscription);
    const forget = () => {
      subscription.unsubscribe();
      this.#open.delete(subscription);
    };
    return {
      forget,
      async result(milliseconds) {
        const timer = setTimeout(() => announce(undefined), milliseconds);
        return announced.finally(() => {
          clearTimeout(timer);
          forget();
        });
      },
    };
  }

  close(): void {
    for (const subscription of this.#open) subscription.unsubscribe();
  }
}

/** Anyone on the bus may send nonsense here, and a throw would end the reading of the connection. */
function parseResult(data: Uint8Array): unknown {
  try {
    return (JSON.parse(Buffer.from(data).toString('utf8')) as { result?: unknown } | null)?.result;
  } catch {
    return undefined;
  }
}
