import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { api, type Answer, type Api } from '../../support/http.ts';
import type { Ledger, WriteKind } from './ledger.ts';

/** Milliseconds before a repeat, less than `Retry-After` asks for. */
const pauseMs = 50;

/** Milliseconds for all repeats of a write: far longer than any fault. */
const patienceMs = 180_000;

/** The gateways to which clients may send requests now. */
export interface Gateways {
  readonly gatewayUrls: readonly string[];
}

type Send = (http: Api, headers: Readonly<Record<string, string>>) => Promise<Answer<unknown>>;

/** A client as the documentation asks for: it repeats a write under its key until there is an answer, at each gateway in turn. */
export class PatientClient {
  readonly #http: Api;
  readonly #ledger: Ledger;

  constructor(gateways: Gateways, token: string, ledger: Ledger) {
    let turn = 0;
    const door = {
      get gatewayUrl() {
        const { gatewayUrls } = gateways;
        return gatewayUrls[(turn += 1) % gatewayUrls.length] as string;
      },
    };
    this.#http = api(door, token);
    this.#ledger = ledger;
  }

  /** Sends a write until it is acknowledged, and returns its answer. @throws Error when it is refused, for which a storm is no reason. */
  async write(kind: WriteKind, send: Send): Promise<unknown> {
    const headers = { 'idempotency-key': randomUUID() };
    const begun = performance.now();
    for (;;) {
      const answer = await this.#once((http) => send(http, headers));
      const milliseconds = performance.now() - begun;
      if (answer && answer.status !== 200) throw unexpected(kind, answer);
      if (answer) {
        this.#ledger.acknowledge(kind, milliseconds);
        return answer.body;
      }
      this.#ledger.repeats += 1;
      if (milliseconds > patienceMs) throw new Error(`${kind} was not acknowledged in ${patienceMs} ms`);
      await delay(pauseMs);
    }
  }

  /** The answer to a single read, also a refusal; undefined while the service is not available. */
  async read<Body>(path: string): Promise<Answer<Body> | undefined> {
    const answer = await this.#once((http) => http.get<Body>(path));
    if (answer && answer.status !== 200 && answer.status !== 403) throw unexpected(path, answer);
    return answer;
  }

  /** Undefined for a broken connection and for 503. */
  async #once<Body>(send: (http: Api) => Promise<Answer<Body>>): Promise<Answer<Body> | undefined> {
    const answer = await send(this.#http).catch(brokenConnection);
    return answer?.status === 503 ? undefined : answer;
  }
}

const unexpected = (what: string, { status, text }: Answer<unknown>) =>
  new Error(`${what} was answered with ${status} ${text.slice(0, 300)}`);

/** `fetch` reports a connection that a killed gateway has closed as a TypeError. @throws any other error */
function brokenConnection(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}
