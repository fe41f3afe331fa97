import type { Msg } from 'nats';
import { msg, ServiceError, type Actor, type Identity, type Operation } from '@svc/contracts';
import { ActorVerifier } from '../signing/actor-verifier.ts';
import type { Keyring } from '../signing/keyring.ts';
import { RequestOpener, type SealedRequest } from './request-mac.ts';
import { wire, type Envelope } from './wire.ts';

/** Verifies who sent a request, for which actor, and whether the sender may call the operation. */
export class RequestVerifier {
  readonly #opener: RequestOpener;
  readonly #actors: ActorVerifier;

  constructor(keyring: Keyring) {
    this.#opener = new RequestOpener(keyring);
    this.#actors = new ActorVerifier(keyring);
  }

  /**
   * Verifies the sender of a request.
   * @throws ServiceError `not_trusted` when it was changed, or comes from none of the operation's callers.
   */
  verifySender(operation: Operation, envelope: Envelope, message: Msg): SealedRequest {
    const header = message.headers?.get(wire.mac) ?? '';
    const request = this.#opener.open(header, { operation, envelope, input: message.data });
    if (!operation.callers.includes(request.sender))
      throw refused(msg`${request.sender} is not permitted to call ${operation.name}.`);
    return request;
  }

  /**
   * Returns the actor of a request. The gateway names users and site links, and services pass their signed actors on; only the sender
   * itself names the system.
   * @throws ServiceError `not_trusted` for any other actor.
   */
  async verifyActor(operation: Operation, { actorToken }: Envelope, sender: Identity): Promise<Actor> {
    const { actor, sender: issuer } = await this.#actors.verify(actorToken);
    if (actor.kind === 'system' && issuer !== sender)
      throw refused('The message is not signed by a known sender.');
    if (actor.kind !== 'system' && operation.audience !== 'caller')
      throw refused(msg`${operation.name} can be called by services only.`);
    return actor;
  }
}

function refused(message: ConstructorParameters<typeof ServiceError>[1]): ServiceError {
  return new ServiceError('not_trusted', message);
}
