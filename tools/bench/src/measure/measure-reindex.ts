import { setTimeout as delay } from 'node:timers/promises';
import { searchRebuild, searchStatus, type Rebuild } from '@svc/contracts';
import type { Report } from '@svc/local-stack';
import type { Installation } from '../stack/open-installation.ts';
import type { RowResult } from './measure-row.ts';
import { cpuSince, cpuTimes, peaksOf, resetPeaks, type Processes } from './process-usage.ts';

export const reindexName = 'reindex';

const lookEvery = 500;
const reportEvery = 10_000;

/** Rebuilds the search index, and measures records and comments a second and the memory used. */
export async function measureReindex(
  installation: Installation,
  processes: Processes,
  report: Report,
): Promise<RowResult> {
  resetPeaks(processes);
  const started = performance.now();
  const before = cpuTimes(processes);
  const { records, comments, failure } = await installation.asAdmin(async (admin) => {
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
  const cpu = Object.entries(cpuSince(before, processes)).map(([name, time]) => [name, time / entries]);
  return {
    name: reindexName,
    title: 'reindex (entries)',
    concurrency: 1,
    ours: {
      perSecond: entries / seconds,
      p50: undefined,
      p99: undefined,
      cpu: Object.fromEntries(cpu) as Record<string, number>,
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
