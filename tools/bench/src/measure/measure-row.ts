import { setTimeout as delay } from 'node:timers/promises';
import type { Made } from '../rows/made.ts';
import type { BenchRequest, Measured, Row } from '../rows/row.ts';
import { measure, type Measurement } from './measure.ts';
import { peakOf, resetPeaks } from './peak-memory.ts';
import { summary, type Summary } from './summary.ts';

/** What a line of the table says. */
export interface RowResult {
  name: string;
  title: string;
  concurrency: number;
  ours: Summary;
  thin?: Summary;
  /** Requests a second of ours to those of the thin handler. */
  ratio?: number;
  /** MiB, by process. */
  peakMemory: Readonly<Record<string, number>>;
}

/** With what and how long rows are measured. */
export interface RowSetting {
  measured: Measured;
  oursUrl: string;
  thinUrl: string;
  seconds: number;
  rounds: number;
  concurrency: number;
  /** The processes whose memory is watched, by name. */
  processes: ReadonlyMap<string, number>;
  made: Made;
}

const warmUpSeconds = 1;
/** In which the database finishes what the end of a measurement has cut off, in milliseconds. */
const pause = 500;

/** Measures ours and the thin handler in turns, so that what else the machine does hits both. */
export async function measureRow(row: Row, setting: RowSetting): Promise<RowResult> {
  const { measured, made, processes, rounds } = setting;
  const concurrency = row.concurrency ?? setting.concurrency;
  const { thin: thinRequest } = row;
  const ask = (url: string, next: () => BenchRequest) => (seconds: number) =>
    measure({
      ...{ url, next, seconds, concurrency },
      onAnswer: url === setting.oursUrl ? made.noteFor(row) : undefined,
    });
  const ours = ask(setting.oursUrl, () => row.ours(measured));
  const thin = thinRequest && ask(setting.thinUrl, () => thinRequest(measured));
  const sides = [ours, ...(thin ? [thin] : [])];
  for (const side of sides) await alone(side, Math.min(warmUpSeconds, setting.seconds));
  resetPeaks(processes.values());
  const results: Measurement[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, side] of sides.entries()) results[at]?.push(await alone(side, setting.seconds));
  }
  const [own, other] = results.map(summary);
  if (!own) throw new Error('nothing was measured');
  return {
    ...{ name: row.name, title: row.title, concurrency, ours: own },
    ...(other ? { thin: other } : {}),
    ...(other && other.perSecond > 0 ? { ratio: own.perSecond / other.perSecond } : {}),
    peakMemory: peaksOf(processes),
  };
}

async function alone(side: (seconds: number) => Promise<Measurement>, seconds: number): Promise<Measurement> {
  const measurement = await side(seconds);
  await delay(pause);
  return measurement;
}

function peaksOf(processes: ReadonlyMap<string, number>): Record<string, number> {
  const peaks = [...processes].map(([name, pid]) => [name, peakOf(pid)] as const);
  return Object.fromEntries(peaks.filter((peak): peak is [string, number] => peak[1] !== undefined));
}
