import { setTimeout as delay } from 'node:timers/promises';
import type { AdminCaller } from '@svc/demo';
import type { Made } from '../rows/made.ts';
import type { BenchRequest, Measured, Row, RowOverHttp } from '../rows/row.ts';
import { measureAsking } from './measure-asking.ts';
import { measure, type Measurement } from './measure.ts';
import { peakOf, resetPeaks } from './peak-memory.ts';
import { summary, type Summary } from './summary.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

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
  /** Asks the service over the bus. */
  admin: AdminCaller;
  oursUrl: string;
  thinUrl: string;
  seconds: number;
  rounds: number;
  concurrency: number;
  /** The processes whose memory is watched, by name. */
  processes: ReadonlyMap<string, number>;
  made: Made;
  mongodbUrl: string;
}

const warmUpSeconds = 1;
/** In which the services finish what the end of a measurement has cut off, in milliseconds. */
const pause = 500;

/** Measures ours and the thin handler in turns, so that what else the machine does hits both. */
export async function measureRow(row: Row, setting: RowSetting): Promise<RowResult> {
  const { processes, rounds } = setting;
  const concurrency = row.concurrency ?? setting.concurrency;
  const sides = sidesOf(row, setting, concurrency);
  for (const side of sides)
    await alone(() => side(Math.min(warmUpSeconds, setting.seconds)), setting.mongodbUrl);
  resetPeaks(processes.values());
  const results: Measurement[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, side] of sides.entries())
      results[at]?.push(await alone(() => side(setting.seconds), setting.mongodbUrl));
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

/** Measures for so many seconds. */
type Side = (seconds: number) => Promise<Measurement>;

/** Ours, and the thin handler where there is one. */
function sidesOf(row: Row, setting: RowSetting, concurrency: number): readonly Side[] {
  const { measured, admin } = setting;
  if ('ours' in row) return httpSidesOf(row, setting, concurrency);
  return [(seconds) => measureAsking({ ask: () => row.asks(measured, admin), seconds, concurrency })];
}

function httpSidesOf(row: RowOverHttp, setting: RowSetting, concurrency: number): readonly Side[] {
  const { measured, made, oursUrl, thinUrl } = setting;
  const { thin } = row;
  const ask = (url: string, next: () => BenchRequest): Side => {
    const onAnswer = url === oursUrl ? made.noteFor(row) : undefined;
    return (seconds) => measure({ url, next, seconds, concurrency, onAnswer });
  };
  const ours = ask(oursUrl, () => row.ours(measured));
  return thin ? [ours, ask(thinUrl, () => thin(measured))] : [ours];
}

async function alone(side: () => Promise<Measurement>, mongodbUrl: string): Promise<Measurement> {
  const measurement = await side();
  await delay(pause);
  await waitUntilIdle(mongodbUrl);
  return measurement;
}

/** The most memory of each process since that was reset, in MiB. */
export function peaksOf(processes: ReadonlyMap<string, number>): Record<string, number> {
  const peaks = [...processes].map(([name, pid]) => [name, peakOf(pid)] as const);
  return Object.fromEntries(peaks.filter((peak): peak is [string, number] => peak[1] !== undefined));
}
