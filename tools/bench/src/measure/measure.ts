import autocannon from 'autocannon';
import type { BenchRequest, RequestKind } from '../rows/row.ts';

/** The length of a measurement: in seconds, or in requests. */
export type Length = { readonly seconds: number } | { readonly amount: number };

export interface Sent {
  kind: RequestKind;
  request: BenchRequest;
}

export interface Measuring {
  /** The servers, among which the connections are divided. */
  urls: readonly string[];
  next: () => Sent;
  length: Length;
  concurrency: number;
  /** Gets the body of each good answer. */
  onAnswer?: ((kind: RequestKind, body: string) => void) | undefined;
}

export type Measurement = ReturnType<Tally['measurement']>;

/** In seconds. */
const timeout = 30;

/** Keeps `concurrency` requests in flight, and sends the next one as soon as an answer arrives. */
export async function measure(measuring: Measuring): Promise<Measurement> {
  const { urls, next, length, concurrency, onAnswer } = measuring;
  const tally = new Tally();
  let answered: RequestKind | undefined;
  const request: autocannon.Request = {
    setupRequest: (given, context) => {
      const { kind, request: sent } = next();
      (context as { kind?: RequestKind }).kind = kind;
      return { ...given, ...asSent(sent) };
    },
    // Called just before the response event, which has the time but not the request.
    onResponse: (status, body, context) => {
      answered = (context as { kind?: RequestKind }).kind;
      if (answered && isGood(answered, status)) onAnswer?.(answered, body);
    },
  };
  const lasting = 'seconds' in length ? { duration: length.seconds } : { amount: length.amount };
  // The type of autocannon declares only a single address.
  const url = urls as readonly string[] & string;
  const options = { url, connections: concurrency, ...lasting, requests: [request], timeout };
  const { errors, timeouts } = await run(options, (status, milliseconds) => {
    if (answered && isGood(answered, status)) tally.answer(answered.name, milliseconds, answered.items);
    else tally.fail(String(status));
  });
  tally.fail('no answer', errors - timeouts);
  tally.fail('timeout', timeouts);
  return tally.measurement();
}

function isGood({ status = 200 }: RequestKind, answered: number): boolean {
  return answered === status;
}

class Tally {
  readonly #started = performance.now();
  readonly #latencies: Record<string, number[]> = {};
  readonly #failures: Record<string, number> = {};
  #last = this.#started;

  answer(kind: string, milliseconds: number, items = 1): void {
    this.#last = performance.now();
    (this.#latencies[kind] ??= []).push(...Array.from({ length: items }, () => milliseconds));
  }

  fail(what: string, count = 1): void {
    if (count > 0) this.#failures[what] = (this.#failures[what] ?? 0) + count;
  }

  /** The good answers: how many a second, and their milliseconds in ascending order; and what failed, by status or error. */
  measurement() {
    const sorted = (values: readonly number[]) => Float64Array.from(values).sort();
    const latencies = sorted(Object.values(this.#latencies).flat());
    if (latencies.length === 0 && Object.keys(this.#failures).length === 0)
      this.fail('not one answer in time');
    const byKind = Object.entries(this.#latencies).map(([kind, values]) => [kind, sorted(values)] as const);
    return {
      perSecond: latencies.length / Math.max(0.001, (this.#last - this.#started) / 1_000),
      latencies,
      byKind: Object.fromEntries(byKind) as Readonly<Record<string, Float64Array>>,
      failures: this.#failures as Readonly<Record<string, number>>,
    };
  }
}

function run(
  options: autocannon.Options,
  onResponse: (status: number, milliseconds: number) => void,
): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const instance = autocannon(options, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result);
    });
    instance.on('response', (_client, status, _bytes, milliseconds) => onResponse(status, milliseconds));
  });
}

function asSent({ method, path, token, headers, body }: BenchRequest) {
  return {
    method,
    path,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** The pace of background requests: a fixed rate, whether answers arrive or not, or a fixed number in flight. */
type Pace = { readonly perSecond: number } | { readonly atOnce: number };

export async function sendWhile<Result>(
  { url, next, pace }: Pick<Measuring, 'next'> & { url: string; pace: Pace },
  work: () => Promise<Result>,
): Promise<{ measured: Result; beside: Measurement }> {
  const tally = new Tally();
  const send = () => sendOne(url, next(), tally);
  const stop = 'atOnce' in pace ? keepUnderWay(pace.atOnce, send) : sendSteadily(pace.perSecond, send);
  const measured = await work().finally(stop);
  return { measured, beside: tally.measurement() };
}

async function sendOne(url: string, { kind, request }: Sent, tally: Tally): Promise<void> {
  const { path, ...init } = asSent(request);
  const sent = performance.now();
  try {
    const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(timeout * 1_000) });
    await answer.arrayBuffer();
    const took = performance.now() - sent;
    if (isGood(kind, answer.status)) tally.answer(kind.name, took);
    else if (answer.status === 503 && kind.isTooMuch) tally.answer(`${kind.name} refused`, took);
    else tally.fail(`${answer.status} (${kind.name})`);
  } catch {
    tally.fail(`no answer (${kind.name})`);
  }
}

/** Returns the function that stops the sending and waits for the open requests. */
export function sendSteadily(perSecond: number, send: () => Promise<void>): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const sending = send().finally(() => underWay.delete(sending));
    underWay.add(sending);
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}

/** Like `sendSteadily`. */
function keepUnderWay(atOnce: number, send: () => Promise<void>): () => Promise<void> {
  let isOver = false;
  const sender = async () => {
    while (!isOver) await send();
  };
  const senders = Promise.all(Array.from({ length: atOnce }, sender));
  return async () => {
    isOver = true;
    await senders;
  };
}

/** Like `measure`, with any function instead of requests; waits for the calls that are open at the end. */
export async function measureAsking({
  ask,
  length,
  concurrency,
}: Pick<Measuring, 'length' | 'concurrency'> & { ask: () => Promise<unknown> }): Promise<Measurement> {
  const tally = new Tally();
  let begun = 0;
  const end = performance.now() + ('seconds' in length ? length.seconds * 1_000 : Infinity);
  const most = 'amount' in length ? length.amount : Infinity;
  const worker = async () => {
    // Even if the machine stalls for the whole time, one is made.
    while ((begun === 0 || performance.now() < end) && begun < most) {
      begun += 1;
      const asked = performance.now();
      try {
        await ask();
        tally.answer('', performance.now() - asked);
      } catch (error) {
        tally.fail(error instanceof Error ? error.message : 'no answer');
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return tally.measurement();
}
