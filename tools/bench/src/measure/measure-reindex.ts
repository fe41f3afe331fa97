import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { searchRebuild, searchStatus, type Rebuild } from '@svc/contracts';
import { asAdmin } from '@svc/demo';
import { adminBus, type Report } from '@svc/local-stack';
import type { Installation } from '../stack/open-installation.ts';
import type { RowResult } from './measure-row.ts';
import { cpuTimes, peaksOf, resetPeaks, type Processes } from './process-usage.ts';

/** The name of the row for `--only`. */
export const reindexName = 'reindex';

const lookEvery = 500;
const reportEvery = 10_000;

/** Rebuilds the search index, and measures records and comments a second and the memory used. */
export async function measureReindex(
  { stack, services }: Installation,
  processes: Processes,
  report: Report,
): Promise<RowResult> {
  resetPeaks(processes);
  const started = performance.now();
  const before = cpuTimes(processes);
  const bus = { bus: adminBus(stack, {}), keyringFile: join(services.keyringDir, 'admin.json') };
  const { records, comments, failure } = await asAdmin(bus, async (admin) => {
    await admin(searchRebuild, {});
    let nextReport = started + reportEvery;
    for (;;) {
      const { rebuild } = await admin(searchStatus, {});
      if (rebuild?.ended_at) return rebuild;
      if (rebuild && performance.now() > nextReport) {
        report(progressOf(rebuild));
        nextReport += reportEvery;
      }
      await delay(lookEvery);
    }
  });
  const seconds = (performance.now() - started) / 1_000;
  const entries = records.done + comments.done;
  const cpu = Object.entries(cpuTimes(processes)).map(
    ([name, time]) => [name, (time - (before[name] ?? time)) / entries] as const,
  );
  return {
    name: reindexName,
    title: 'reindex (entries)',
    concurrency: 1,
    ours: {
      perSecond: entries / seconds,
      p50: undefined,
      p99: undefined,
      cpu: Object.fromEntries(cpu),
      failures: failure === undefined ? {} : { [failure]: 1 },
    },
    caughtUp: 0,
    peakMemory: peaksOf(processes),
  };
}

function progressOf({ records, comments, seconds }: Rebuild): string {
  const rate = Math.round((records.done + comments.done) / Math.max(1, seconds));
  return `Rebuilding the index: ${records.done} of ${records.of} records, ${comments.done} of ${comments.of} comments (${rate} a second)`;
}
