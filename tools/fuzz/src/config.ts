import { parseArgs } from 'node:util';

/** What a run sends, and how. */
export interface FuzzConfig {
  readonly requests: number;
  /** The same seed sends the same requests. */
  readonly seed: number;
  /** Only the request of this number. */
  readonly only?: number | undefined;
  /** Requests that are under way at the same time. */
  readonly concurrency: number;
  /** OPERATION_DEADLINE_MS of the services, over which no answer may be. */
  readonly deadline: number;
}

const options = {
  requests: { type: 'string', default: '1000' },
  seed: { type: 'string' },
  only: { type: 'string' },
  concurrency: { type: 'string', default: '8' },
  deadline: { type: 'string', default: '4000' },
} as const;

/** The options of npm run fuzz, checked; all problems are listed together. */
export function readFuzzConfig(args = process.argv.slice(2), now = Date.now()): FuzzConfig {
  const { values } = parseArgs({ args, options });
  const given = { ...values, seed: values.seed ?? String(now % 1_000_000) };
  const problems = Object.entries(given)
    .filter(([, value]) => !/^\d{1,9}$/.test(value))
    .map(([name, value]) => `--${name} must be a whole number, received ${value}`);
  if (problems.length > 0) throw new Error(`These options are wrong:\n  ${problems.join('\n  ')}`);
  const { requests, seed, only, concurrency, deadline } = given;
  return {
    requests: Number(requests),
    seed: Number(seed),
    only: only === undefined ? undefined : Number(only),
    concurrency: Number(concurrency),
    deadline: Number(deadline),
  };
}
