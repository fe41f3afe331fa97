import { parseArgs } from 'node:util';
import { readNumbers } from '../read-numbers.ts';

const options = {
  minutes: { type: 'string', default: '15' },
  seed: { type: 'string' },
  writers: { type: 'string', default: '6' },
} as const;

export type StormConfig = ReturnType<typeof readStormConfig>;

/** Reads and checks the options of `npm run storm`. @throws Error that lists all problems. */
export function readStormConfig(args = process.argv.slice(2)) {
  const { values } = parseArgs({ args, options });
  const given = readNumbers({ ...values, seed: values.seed });
  return {
    minutes: Number(given.minutes),
    /** Determines the faults, their targets and their order, and the writes of each writer. */
    seed: Math.floor(Number(given.seed)),
    /** Users who write at the same time. */
    writers: Math.floor(Number(given.writers)),
  };
}
