import { Worker } from 'node:worker_threads';
import { extensionWork } from '../extensions/extension-work.ts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import { blockedReport, type BlockedReport } from './blocked-report.ts';

/** How often the event loop shows that it runs, and the watchdog looks, in milliseconds. */
const beatMs = 200;

/**
 * Watches the event loop from a thread of its own. While an extension blocks it, the extension is named in the log and counted; when it is
 * blocked for so long that requests and signals have waited in vain, the process ends (docs/guides/extension-failures.md#blocked-event-loops).
 */
export function watchEventLoop({ log, metrics }: { log: Logger; metrics: ServiceMetrics }): void {
  // The watchdog calls this in this thread, inside the code that blocks it.
  const report = ({ blockedMs, at, isLast }: BlockedReport) => {
    const work = extensionWork();
    if (isLast) log.fatal({ ...work, blockedMs, at }, 'process ended: its event loop is blocked');
    else if (work) {
      metrics.extensionFailures.count({ ...work, outcome: 'blocked' });
      log.error({ ...work, blockedMs, at }, 'event loop blocked by an extension');
      log.flush();
    }
  };
  Object.defineProperty(globalThis, blockedReport, { value: report });
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  const watchdog = new Worker(new URL('./watch-beats.ts', import.meta.url), {
    name: 'event-loop-watchdog',
    workerData: { beats, beatMs },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  watchdog.unref();
  watchdog.on('error', (error) => log.warn({ err: error }, 'event loop no longer watched'));
}
