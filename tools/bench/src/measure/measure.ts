import autocannon from 'autocannon';
import type { BenchRequest } from '../rows/row.ts';

/** Whom is asked what, and for how long. */
export interface Measuring {
  url: string;
  next: () => BenchRequest;
  seconds: number;
  concurrency: number;
  /** Gets the body of each good answer. */
  onAnswer?: ((body: string) => void) | undefined;
}

/** What came of it. */
export interface Measurement {
  /** Good answers in a second. */
  perSecond: number;
  /** Milliseconds of each good answer, from the fastest on. */
  latencies: Float64Array;
  /** How many answers had another status than 200, and how many requests had none, by what they had. */
  failures: Readonly<Record<string, number>>;
}

/** Seconds. */
const timeout = 30;

/** Asks as fast as answers come, for some seconds. */
export async function measure({
  url,
  next,
  seconds,
  concurrency,
  onAnswer,
}: Measuring): Promise<Measurement> {
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  const fail = (what: string, count = 1) => {
    if (count > 0) failures[what] = (failures[what] ?? 0) + count;
  };
  const request: autocannon.Request = {
    setupRequest: (given) => ({ ...given, ...asSent(next()) }),
    ...(onAnswer ? { onResponse: (status, body) => void (status === 200 && onAnswer(body)) } : {}),
  };
  const started = performance.now();
  let last = started;
  const options = { url, connections: concurrency, duration: seconds, requests: [request], timeout };
  const { errors, timeouts } = await run(options, (status, milliseconds) => {
    last = performance.now();
    if (status === 200) latencies.push(milliseconds);
    else fail(String(status));
  });
  fail('no answer', errors - timeouts);
  fail('timeout', timeouts);
  if (latencies.length === 0 && Object.keys(failures).length === 0) fail('not one answer in time');
  const perSecond = latencies.length / Math.max(0.001, (last - started) / 1000);
  return { perSecond, latencies: Float64Array.from(latencies).sort(), failures };
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

function asSent({ method, path, token, body }: BenchRequest): autocannon.Request {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}
