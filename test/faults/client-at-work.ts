import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@svc/testing';
import { api, type Answer, type Api, type Door } from '../support/http.ts';

/** The outcome of a request. */
export interface Outcome {
  what: string;
  milliseconds: number;
  /** Undefined when there was no answer. */
  answer: Answer | undefined;
  /** The reason why there was no answer: `ECONNREFUSED`, … */
  failure: string | undefined;
}

/** A record whose creation was acknowledged, with its acknowledged values. */
export interface AcknowledgedRecord {
  id: number;
  /** A unique word. */
  name: string;
  /** Acknowledged nicknames, in order. */
  nicknames: string[];
  /** Nicknames sent after the last acknowledged one, with an unknown outcome. */
  unknown: string[];
  comments: string[];
}

/** Milliseconds to wait after a failed request, less than `Retry-After` asks for. */
const pauseAfterFailure = 25;

const updatesPerRecord = 3;

/** A client that creates, updates, reads, comments and searches in a loop, and records acknowledged writes. */
export class ClientAtWork {
  readonly records: AcknowledgedRecord[] = [];
  readonly outcomes: Outcome[] = [];
  /** Reads without an earlier acknowledged write. */
  readonly surprises: string[] = [];
  readonly #api: Api;
  readonly #workers: Promise<void>[];
  #flawlessRounds = 0;
  #updates = 0;
  #stopped = false;

  constructor(door: Door, token: string, workers = 3) {
    this.#api = api(door, token);
    this.#workers = Array.from({ length: workers }, () => this.#work());
  }

  /** Stops the loop; resolves when all requests have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  /** Waits for three more rounds without a failure. */
  async goOn(): Promise<void> {
    const wanted = this.#flawlessRounds + 3;
    await until(() => {
      if (this.#flawlessRounds >= wanted) return;
      const last = this.outcomes.slice(-5).map(described).join('\n');
      throw new Error(`the client does not get through its work; last:\n${last}`);
    });
  }

  async #work(): Promise<void> {
    while (!this.#stopped) if (await this.#round()) this.#flawlessRounds += 1;
  }

  async #round(): Promise<boolean> {
    const name = `n${randomBytes(6).toString('hex')}`;
    const created = await this.#send('create', (http) => http.post(contacts, { json: { name } }));
    if (!created) return false;
    const id = created.body['ID'] as number;
    const record: AcknowledgedRecord = { id, name, nicknames: [], unknown: [], comments: [] };
    this.records.push(record);
    const steps = [
      ...Array.from({ length: updatesPerRecord }, () => () => this.#update(record)),
      () => this.#comment(record),
      () => this.#read(record),
      () => this.#search(record),
    ];
    let isFlawless = true;
    for (const step of steps) isFlawless = (await step()) && isFlawless;
    return isFlawless;
  }

  async #update(record: AcknowledgedRecord): Promise<boolean> {
    const nickname = `nick ${(this.#updates += 1)} of ${record.name}`;
    record.unknown.push(nickname);
    const answer = await this.#send('update', (http) =>
      http.post(`${contacts}/${record.id}`, { json: { nickname } }),
    );
    if (!answer) return false;
    record.unknown = [];
    record.nicknames.push(nickname);
    return true;
  }

  async #comment(record: AcknowledgedRecord): Promise<boolean> {
    const comment = `About ${record.name}, number ${record.comments.length}`;
    const path = `${contacts}/${record.id}/comments`;
    const answer = await this.#send('comment', (http) => http.post(path, { json: { comment } }));
    if (answer) record.comments.push(comment);
    return answer !== undefined;
  }

  async #read(record: AcknowledgedRecord): Promise<boolean> {
    const answer = await this.#send('read', (http) => http.get(`${contacts}/${record.id}`));
    const possible: unknown[] = [record.nicknames.at(-1), ...record.unknown];
    if (answer && !possible.includes(answer.body['nickname'])) {
      this.surprises.push(`${answer.text} where the nickname should be one of ${possible.join()}`);
    }
    return answer !== undefined;
  }

  async #search({ name }: AcknowledgedRecord): Promise<boolean> {
    const answer = await this.#send('search', (http) =>
      http.get(searchPath, { query: { query: name, post_type: 'all', offset: 0 } }),
    );
    return answer !== undefined;
  }

  /** Records the outcome of a request, and returns the answer if it succeeded. */
  async #send(what: string, request: (http: Api) => Promise<Answer>): Promise<Answer | undefined> {
    const begun = performance.now();
    const ended = await request(this.#api).then(
      (answer) => ({ answer, failure: undefined }),
      (error: unknown) => ({ answer: undefined, failure: codeOf(error) }),
    );
    this.outcomes.push({ what, milliseconds: performance.now() - begun, ...ended });
    if (ended.answer?.status === 200) return ended.answer;
    await delay(pauseAfterFailure);
    return undefined;
  }
}

export const contacts = 'svc-posts/v2/contacts';
export const searchPath = 'svc-posts/v2/posts/search/advanced_search';

export function described({ what, milliseconds, answer, failure }: Outcome): string {
  return `${what}: ${answer ? `${answer.status} ${answer.text.slice(0, 200)}` : failure} after ${Math.round(milliseconds)} ms`;
}

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? String(error);
}
