import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import {
  identities,
  operationSubject,
  ServiceError,
  serviceOf,
  type Identity,
  type Operation,
} from '@svc/contracts';
import type { Keyring } from '../signing/keyring.ts';
import { encodeClient, maxTimeoutMs, type Envelope, type Reply } from './wire.ts';

/** A request with an authenticated sender, and the key for the MAC of its answer. */
export interface SealedRequest {
  readonly sender: Identity;
  readonly key: KeyObject;
  readonly mac: string;
}

/** The parts of a request that its MAC covers: all of it. */
interface Request {
  readonly operation: Pick<Operation, 'name'>;
  readonly envelope: Envelope;
  readonly input: Uint8Array;
}

/** Makes the MACs for the requests of one process, each valid for one request to one service. */
export class RequestSealer {
  readonly #keyring: Keyring;
  readonly #process = randomBytes(9).toString('base64url');
  #requests = 0;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /**
   * Returns the headers, `<sender>.<its key>.<the receiver's key>.<nonce>.<MAC>` and, with a client, `<client>.<MAC>`, and the values that
   * verify the answer.
   */
  seal(request: Request): SealedRequest & { readonly header: string; readonly clientHeader?: string } {
    const { identity: sender } = this.#keyring;
    const { ownId, otherId, key } = this.#keyring.pairKey(serviceOf(request.operation));
    const nonce = `${this.#process}${(this.#requests += 1).toString(36)}`;
    const claim = `${sender}.${ownId}.${otherId}.${nonce}`;
    const mac = requestMac(key, claim, request);
    const client = request.envelope.client && encodeClient(request.envelope.client);
    return {
      sender,
      key,
      mac,
      header: `${claim}.${mac}`,
      ...(client && { clientHeader: `${client}.${clientMac({ key, mac }, client)}` }),
    };
  }
}

/** How much the clocks of two machines may differ, in milliseconds. */
const clockSkew = 30_000;

/** Verifies the MACs of requests to one process, and accepts each request once. */
export class RequestOpener {
  readonly #keyring: Keyring;
  /** Accepted MACs by the second of their deadline, after which they are forgotten. */
  readonly #seen = new Map<number, Set<string>>();
  #forgotten = 0;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /**
   * Verifies the MAC of a request.
   * @throws ServiceError `not_trusted` when the sender did not send it, sent something else, or sent it before.
   */
  open(header: string, request: Request): SealedRequest {
    const [name, otherId = '', ownId = '', nonce = '', mac = ''] = header.split('.');
    const sender = identities.find((identity) => identity === name);
    const key = sender && this.#keyring.pairKeyOf(sender, { ownId, otherId });
    if (!key) throw untrusted('its key belongs to no known sender');
    const claim = `${sender}.${otherId}.${ownId}.${nonce}`;
    if (!isSame(requestMac(key, claim, request), mac)) throw untrusted('its MAC belongs to another request');
    const { client, clientMac: sentMac = '' } = request.envelope;
    if (client && !isSame(clientMac({ key, mac }, encodeClient(client)), sentMac))
      throw untrusted('its client belongs to another request');
    const now = Date.now();
    if (request.envelope.deadline > now + maxTimeoutMs + clockSkew)
      throw untrusted('its deadline is too far in the future');
    if (this.#isRepeated(mac, request.envelope.deadline, now))
      throw untrusted('it repeats an earlier request');
    return { sender, key, mac };
  }

  #isRepeated(mac: string, deadline: number, now: number): boolean {
    // A MAC can be forgotten after its deadline: a request whose deadline has passed is refused anyway.
    const second = Math.ceil(deadline / 1000);
    const current = Math.floor(now / 1000);
    if (this.#forgotten !== current) this.#forgetBefore(current);
    const seen = this.#seen.get(second) ?? new Set();
    this.#seen.set(second, seen);
    return seen.size === seen.add(mac).size;
  }

  #forgetBefore(current: number): void {
    this.#forgotten = current;
    for (const second of this.#seen.keys()) if (second < current) this.#seen.delete(second);
  }
}

/** Whether an answer has a MAC. Only answers that the gateway passes on unread have none: they can be large, and no decision depends on them. */
export function isAnswerSealed(operation: Pick<Operation, 'audience'>, sender: Identity): boolean {
  return operation.audience !== 'caller' || sender !== 'gateway';
}

/** Makes the MAC of an answer, over the request and the outcome. */
export function answerMac({ key, mac }: Pick<SealedRequest, 'key' | 'mac'>, reply: Reply): string {
  const { code = 'ok', status, warning = '', body } = reply;
  const head = ['svc-answer', mac, code, status, warning, ''].join('\n');
  return createHmac('sha256', key).update(head).update(body).digest('base64url');
}

/** Whether an answer comes from the requested service. The refusal of an untrusted request has no MAC, because there is no shared key. */
export function isAuthentic(request: Pick<SealedRequest, 'key' | 'mac'>, reply: Reply): boolean {
  return reply.code === 'not_trusted' || isSame(answerMac(request, reply), reply.mac ?? '');
}

/** Joins the values with line ends, which no header can contain; the input can, and comes last. */
function requestMac(key: KeyObject, claim: string, { operation, envelope, input }: Request): string {
  const { actorToken, requestId, traceparent = '', deadline, idempotencyKey = '' } = envelope;
  const sent = [operationSubject(operation), deadline, requestId, traceparent, idempotencyKey, actorToken];
  const head = ['svc-request', claim, ...sent, ''].join('\n');
  return createHmac('sha256', key).update(head).update(input).digest('base64url');
}

/**
 * The MAC of the client of a request. It is not part of that of the request, which services of earlier versions verify too: they ignore the
 * header.
 */
function clientMac({ key, mac }: Pick<SealedRequest, 'key' | 'mac'>, client: string): string {
  return createHmac('sha256', key).update(['svc-client', mac, client].join('\n')).digest('base64url');
}

function isSame(expected: string, received: string): boolean {
  const one = Buffer.from(expected);
  const other = Buffer.from(received);
  return one.length === other.length && timingSafeEqual(one, other);
}

function untrusted(reason: string): ServiceError {
  return new ServiceError('not_trusted', 'The message is not signed by a known sender.', {
    cause: new Error(reason),
  });
}
