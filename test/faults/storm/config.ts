import { parseArgs } from 'node:util';

const options = {
  minutes: { type: 'string', default: '15' },
  seed: { type: 'string' },
  writers: { type: 'string', default: '6' },
} as const;

export type StormConfig = ReturnType<typeof readStormConfig>;

/** Reads and checks the options of `npm run storm`. @throws Error that lists all problems. */
export function readStormConfig(args = process.argv.slice(2)) {
  const { values } = parseArgs({ args, options });
  const given = { ...values, seed: values.seed ?? String(Date.now() % 1_000_000) };
  const problems = Object.entries(given)
    .filter(([, value]) => !/^\d{1,6}(?:\.\d{1,3})?$/.test(value))
    .map(([name, value]) => `--${name} must be a number, received ${value}`);
  if (problems.length > 0) throw new Error(`These options are wrong:\n  ${problems.join('\n  ')}`);
  return {
    minutes: Number(given.minutes),
    /** Determines the faults, their targets and their order, and the writes of each writer. */
    seed: Math.floor(Number(given.seed)),
    /** Users who write at the same time. */
    writers: Math.floor(Number(given.writers)),
  };
}
