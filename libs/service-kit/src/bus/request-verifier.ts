import type { Msg } from 'nats';
import { msg, ServiceError, type Actor, type Identity, type Operation } from '@svc/contracts';
import { ActorVerifier } from '../signing/actor-verifier.ts';
import type { Keyring } from '../signing/keyring.ts';
import { RequestOpener, type SealedRequest } from './request-mac.ts';
import { wire, type Envelope } from './wire.ts';

/** Decides who has sent a request, in whose name, and whether they may. */
export class RequestVerifier {
  readonly #opener: RequestOpener;
  readonly #actors: ActorVerifier;

  constructor(keyring: Keyring) {
    this.#opener = new RequestOpener(keyring);
    this.#actors = new ActorVerifier(keyring);
  }

  /** @throws ServiceError `not_trusted` when the request was not sent as it is by one of the operation's callers. */
  verifySender(operation: Operation, envelope: Envelope, message: Msg): SealedRequest {
    const header = message.headers?.get(wire.mac) ?? '';
    const request = this.#opener.open(header, { operation, envelope, input: message.data });
    if (!operation.callers.includes(request.sender))
      throw refused(msg`${operation.name} is not for ${request.sender} to ask.`);
    return request;
  }

  /**
   * In whose name the request is made. Users and site links are named by the gateway, and passed on as they are; the system is named by
   * the sender itself.
   * @throws ServiceError `not_trusted` for everybody else.
   */
  async verifyActor(operation: Operation, { actorToken }: Envelope, sender: Identity): Promise<Actor> {
    const { actor, sender: issuer } = await this.#actors.verify(actorToken);
    if (actor.kind === 'system' && issuer !== sender)
      throw refused('The message is not signed by a known sender.');
    if (actor.kind !== 'system' && operation.audience !== 'caller')
      throw refused(msg`${operation.name} is for services only.`);
    return actor;
  }
}

function refused(message: ConstructorParameters<typeof ServiceError>[1]): ServiceError {
  return new ServiceError('not_trusted', message);
}
