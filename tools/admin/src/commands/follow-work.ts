import { setTimeout as delay } from 'node:timers/promises';
import { searchStatus, ServiceError, type OutputOf } from '@svc/contracts';
import type { ProgressReport } from '../progress.ts';
import type { Ask } from '../services.ts';

/** The state of the search index. */
export type IndexStatus = OutputOf<typeof searchStatus>;

interface Followed {
  readonly ended_at?: string | undefined;
  readonly waits_for?: string | undefined;
}

/** Between two status requests, in milliseconds. */
const pause = 500;

/**
 * Waits until a check or rebuild of the index has ended and returns it. When search does not answer, or waits itself, the reason is
 * reported once; the work continues from where it was.
 */
export async function followWork<Work extends Followed>(
  ask: Ask,
  report: ProgressReport,
  { find, show }: { find: (status: IndexStatus) => Work | undefined; show: (work: Work) => void },
): Promise<Work> {
  let lastReport: string | undefined;
  try {
    for (;;) {
      const status = await ask(searchStatus, {}).catch(orAway);
      const work = status && find(status);
      if (work?.ended_at) return work;
      const trouble = status ? work?.waits_for : 'search does not answer';
      if (trouble !== undefined && trouble !== lastReport) report.say(`Waiting: ${trouble}`);
      lastReport = trouble;
      if (work && trouble === undefined) show(work);
      await delay(pause);
    }
  } finally {
    report.end();
  }
}

function orAway(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === 'service_unavailable') return undefined;
  throw error;
}
