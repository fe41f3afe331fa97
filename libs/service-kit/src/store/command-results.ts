import type { NatsConnection, Subscription } from 'nats';
import { commandResultSubject, serviceOf, type Command } from '@svc/contracts';
import type { Logger } from '../log/create-logger.ts';
import type { Keyring } from '../signing/keyring.ts';
import { verifyMessage } from '../signing/sign-message.ts';

/** A command whose result its sender awaits. */
interface ExpectedResult {
  /** Resolves to the result of the command; to undefined when it was refused, or not carried out in time (it still will be). */
  result(milliseconds: number): Promise<unknown>;
  /** Stops waiting for the result. */
  forget(): void;
}

/** Receives the results of commands that this process has sent. */
export class CommandResults {
  readonly #context: { readonly bus: NatsConnection; readonly keyring: Keyring; readonly log: Logger };
  readonly #open = new Set<Subscription>();

  constructor(context: { bus: NatsConnection; keyring: Keyring; log: Logger }) {
    this.#context = context;
  }

  /** Starts listening for the result of a command from the service that carries it out; call it before the command is committed. */
  expect(command: Pick<Command, 'name' | 'sender'>, commandId: string): ExpectedResult {
    const { bus, keyring, log } = this.#context;
    const { promise: announced, resolve: announce } = Promise.withResolvers<unknown>();
    const subscription = bus.subscribe(commandResultSubject(command, commandId), {
      callback: (error, message) => {
        if (error) return announce(undefined);
        // A message of another sender is dropped, and the wait continues.
        void verifyMessage(keyring, message, serviceOf(command)).then(
          () => announce(parseResult(message.data)),
          (refusal: unknown) => log.warn({ err: refusal, commandId }, 'result of a command dropped'),
        );
      },
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

function parseResult(data: Uint8Array): unknown {
  return (JSON.parse(Buffer.from(data).toString('utf8')) as { result?: unknown }).result;
}
