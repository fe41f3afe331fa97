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
import { maxTimeoutMs, type Envelope, type Reply } from './wire.ts';

/** A request of which both sides know who has sent it, and with it what its answer is sealed with. */
export interface SealedRequest {
  readonly sender: Identity;
  readonly key: KeyObject;
  readonly mac: string;
}

/** What a MAC covers: the whole request. */
interface Request {
  readonly operation: Pick<Operation, 'name'>;
  readonly envelope: Envelope;
  readonly input: Uint8Array;
}

/** Makes the MACs of the requests of one process, each good for this one request to this one service. */
export class RequestSealer {
  readonly #keyring: Keyring;
  readonly #process = randomBytes(9).toString('base64url');
  #requests = 0;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /** The value of the header, `<sender>.<its key>.<the receiver's key>.<nonce>.<MAC>`, and what the answer is checked with. */
  seal(request: Request): SealedRequest & { readonly header: string } {
    const { identity: sender } = this.#keyring;
    const { ownId, otherId, key } = this.#keyring.pairKey(serviceOf(request.operation));
    const nonce = `${this.#process}${(this.#requests += 1).toString(36)}`;
    const claim = `${sender}.${ownId}.${otherId}.${nonce}`;
    const mac = requestMac(key, claim, request);
    return { sender, key, mac, header: `${claim}.${mac}` };
  }
}

/** Clocks of two machines may differ this much, in milliseconds. */
const clockSkew = 30_000;

/** Checks the MACs of the requests that one process gets. Each request is taken once. */
export class RequestOpener {
  readonly #keyring: Keyring;
  /** MACs that were seen, by the second in which their request is over: nothing is remembered for longer. */
  readonly #seen = new Map<number, Set<string>>();
  #forgotten = 0;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  /** @throws ServiceError `not_trusted` for what its sender has not sent, not for this, or once already. */
  open(header: string, request: Request): SealedRequest {
    const [name, otherId = '', ownId = '', nonce = '', mac = ''] = header.split('.');
    const sender = identities.find((identity) => identity === name);
    const key = sender && this.#keyring.pairKeyOf(sender, { ownId, otherId });
    if (!key) throw untrusted('no key of a known sender');
    const claim = `${sender}.${otherId}.${ownId}.${nonce}`;
    if (!isSame(requestMac(key, claim, request), mac)) throw untrusted('the MAC is of another request');
    const now = Date.now();
    if (request.envelope.deadline > now + maxTimeoutMs + clockSkew) throw untrusted('good for too long');
    if (this.#isRepeated(mac, request.envelope.deadline, now))
      throw untrusted('a request that was seen before');
    return { sender, key, mac };
  }

  #isRepeated(mac: string, deadline: number, now: number): boolean {
    // What is over is refused for that, whether it is remembered or not.
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

/**
 * Whether an answer has a MAC of its own. Only what the gateway passes on to a client unread goes without: it can be large, and nothing is
 * decided by it.
 */
export function isAnswerSealed(operation: Pick<Operation, 'audience'>, sender: Identity): boolean {
  return operation.audience !== 'caller' || sender !== 'gateway';
}

/** The MAC of an answer: to this request, with this outcome. */
export function answerMac({ key, mac }: Pick<SealedRequest, 'key' | 'mac'>, reply: Reply): string {
  const { code = 'ok', status, warning = '', body } = reply;
  const head = ['svc-answer', mac, code, status, warning, ''].join('\n');
  return createHmac('sha256', key).update(head).update(body).digest('base64url');
}

/** Whether an answer is that of the service which was asked. A refusal of who is not trusted has no MAC: there is no key for it. */
export function isAuthentic(request: Pick<SealedRequest, 'key' | 'mac'>, reply: Reply): boolean {
  return reply.code === 'not_trusted' || isSame(answerMac(request, reply), reply.mac ?? '');
}

/** None of the values has a line end, headers cannot carry one; the input, which may, comes last. */
function requestMac(key: KeyObject, claim: string, { operation, envelope, input }: Request): string {
  const { actorToken, requestId, traceparent = '', deadline, idempotencyKey = '' } = envelope;
  const sent = [operationSubject(operation), deadline, requestId, traceparent, idempotencyKey, actorToken];
  const head = ['svc-request', claim, ...sent, ''].join('\n');
  return createHmac('sha256', key).update(head).update(input).digest('base64url');
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
