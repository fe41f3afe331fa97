import { setTimeout as delay } from 'node:timers/promises';
import { Choices } from '@svc/demo/choices';
import { api, type Answer, type Api, type Values } from '../../support/http.ts';
import type { Balancer } from '../balancer.ts';
import { contacts as path, searchPath } from '../client-at-work.ts';
import type { Ledger, StormContact } from '../storm/ledger.ts';
import { Tally } from './tally.ts';

/** The reads of the working day (docs/internals/benchmark-rows.md), with their shares; contacts of the storm have no telephone numbers. */
const weights = { get: 45, mine: 15, list: 8, text: 7, typeahead: 5, search: 3 };

type Kind = keyof typeof weights;

/** As long as the most impatient app waits. */
const timeoutMs = 15_000;

interface ReaderOptions {
  readonly balancer: Balancer;
  readonly ledger: Ledger;
  readonly perSecond: number;
  readonly seed: number;
}

/** Sends reads at a constant rate, whether or not earlier ones have been answered, each at most twice: a balancer repeats a failed one at another gateway. */
export class Reader {
  readonly tallies: Tally[] = [];
  readonly #options: ReaderOptions;
  readonly #choices: Choices;
  readonly #underWay = new Set<Promise<void>>();
  readonly #work: Promise<void>;
  #tally: Tally | undefined;
  #isStopped = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#choices = new Choices(options.seed);
    this.#work = this.#run();
  }

  /** From now on reads count for this experiment. */
  begin(name: string): Tally {
    const now = performance.now();
    this.#tally?.end(now);
    this.#tally = new Tally(name, now);
    this.tallies.push(this.#tally);
    return this.#tally;
  }

  /** Resolves when all reads have an outcome. */
  async stop(): Promise<void> {
    this.#tally?.end(performance.now());
    this.#isStopped = true;
    await this.#work;
    await Promise.all(this.#underWay);
  }

  async #run(): Promise<void> {
    const begin = performance.now();
    for (let count = 1; !this.#isStopped; count += 1) {
      const read = this.#read();
      this.#underWay.add(read);
      void read.finally(() => this.#underWay.delete(read));
      const next = begin + (count * 1_000) / this.#options.perSecond;
      await delay(Math.max(0, next - performance.now()));
    }
  }

  async #read(): Promise<void> {
    const tally = this.#tally;
    const alive = this.#options.ledger.contacts.filter(({ isDeleted }) => !isDeleted);
    if (!tally || alive.length === 0) return;
    const contact = this.#choices.one(alive);
    const kind = this.#choices.weighted(weights);
    const begun = performance.now();
    const { balancer } = this.#options;
    const first = balancer.gatewayUrl;
    let failure = await this.#send(kind, contact, first);
    if (failure !== undefined) {
      tally.noteFailure(`${kind}: ${failure}`);
      failure = await this.#send(kind, contact, otherThan(first, balancer));
    }
    const now = performance.now();
    tally.noteOutcome(failure === undefined, now - begun);
    if (failure === undefined) this.#tally?.noteAnswer(now);
  }

  /** Returns why there was no answer. Answers that a read must not get, break a promise. */
  async #send(kind: Kind, contact: StormContact, gatewayUrl: string): Promise<string | undefined> {
    const http = api({ gatewayUrl }, contact.writer);
    const answer = await requests[kind](http, contact, AbortSignal.timeout(timeoutMs)).catch(noAnswer);
    if (typeof answer === 'string') return answer;
    const { status, body, text } = answer;
    if (status === 503) return `503 ${String(body['code'])}`;
    const problem = problemOf(kind, contact, answer);
    if (problem) this.#options.ledger.break(`${kind} ${problem}: ${status} ${text.slice(0, 300)}`);
    return undefined;
  }
}

type Send = (http: Api, contact: StormContact, signal: AbortSignal) => Promise<Answer>;

const listed =
  (queryOf: (contact: StormContact) => Values, to = path): Send =>
  (http, contact, signal) =>
    http.get(to, { query: queryOf(contact), signal });

const limit = 25;

const requests: Readonly<Record<Kind, Send>> = {
  get: (http, { id }, signal) => http.get(`${path}/${id}`, { signal }),
  mine: listed(() => ({ assigned_to: ['me'], overall_status: ['active'], sort: '-last_modified', limit })),
  list: listed(() => ({})),
  text: listed(({ name }) => ({ text: name.slice(0, 5), limit })),
  typeahead: listed(({ name }) => ({ s: name.slice(0, 3) }), `${path}/compact`),
  search: listed(({ name }) => ({ query: name.slice(0, 8), post_type: 'all', offset: 0 }), searchPath),
};

/** A contact that was deleted after it was chosen is refused with 403. */
function problemOf(kind: Kind, { name, isDeleted }: StormContact, { status, body }: Answer) {
  if (status === 403 && kind === 'get') return isDeleted ? undefined : `of ${name} was refused`;
  if (status !== 200) return 'got an unexpected answer';
  return kind === 'get' && body['name'] !== name ? `of ${name} shows another name` : undefined;
}

/** The reason for which there was no answer. @throws an error of another kind, as of an answer that is not documented */
function noAnswer(error: unknown): string {
  if (error instanceof DOMException) return error.name;
  if (!(error instanceof TypeError)) throw error;
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.message;
}

/** Another gateway that is ready, or the same one if there is no other. */
function otherThan(first: string, { gatewayUrls }: Balancer): string {
  return gatewayUrls.find((url) => url !== first) ?? first;
}
