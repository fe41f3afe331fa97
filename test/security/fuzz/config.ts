import { parseArgs } from 'node:util';

const options = {
  requests: { type: 'string', default: '1000' },
  seed: { type: 'string' },
  only: { type: 'string' },
  concurrency: { type: 'string', default: '8' },
  deadline: { type: 'string', default: '4000' },
} as const;

export type FuzzConfig = ReturnType<typeof readFuzzConfig>;

/** Reads and checks the options of `npm run fuzz`. @throws Error that lists all problems. */
export function readFuzzConfig(args = process.argv.slice(2)) {
  const { values } = parseArgs({ args, options });
  const given = { ...values, seed: values.seed ?? String(Date.now() % 1_000_000) };
  const problems = Object.entries(given)
    .filter(([, value]) => !/^\d{1,9}$/.test(value))
    .map(([name, value]) => `--${name} must be a whole number, received ${value}`);
  if (problems.length > 0) throw new Error(`These options are wrong:\n  ${problems.join('\n  ')}`);
  const { requests, seed, only, concurrency, deadline } = given;
  return {
    requests: Number(requests),
    /** The same seed generates the same requests. */
    seed: Number(seed),
    /** Sends only the request with this number. */
    only: only === undefined ? undefined : Number(only),
    concurrency: Number(concurrency),
    /** READ_DEADLINE_MS and WRITE_DEADLINE_MS of the services, which no answer may exceed. */
    deadline: Number(deadline),
  };
}
