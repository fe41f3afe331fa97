import { parseArgs } from 'node:util';
import { readNumbers } from '../read-numbers.ts';

const options = {
  minutes: { type: 'string', default: '30' },
  seed: { type: 'string' },
  /** Reads per second. */
  reads: { type: 'string', default: '20' },
  writers: { type: 'string', default: '4' },
  only: { type: 'string' },
} as const;

export type ChaosConfig = ReturnType<typeof readChaosConfig>;

/** Reads and checks the options of `npm run chaos`. @throws Error that lists all problems. */
export function readChaosConfig(args = process.argv.slice(2)) {
  const { values } = parseArgs({ args, options });
  const { only, ...numbers } = values;
  const given = readNumbers({ ...numbers, seed: numbers.seed });
  return {
    /** The time of all experiments together; each takes as long as its recovery at least. */
    minutes: Number(given.minutes),
    /** Determines the reads and the writes of each writer. */
    seed: Math.floor(Number(given.seed)),
    readsPerSecond: Number(given.reads),
    /** Users who write at the same time. */
    writers: Math.floor(Number(given.writers)),
    /** Words, separated by commas: only experiments whose name has one of them run. Default: all. */
    only: (only ?? '').split(',').filter(Boolean),
  };
}
