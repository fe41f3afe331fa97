import { setTimeout as delay } from 'node:timers/promises';
import { searchStatus, ServiceError, type OutputOf } from '@svc/contracts';
import type { ProgressReport } from '../progress.ts';
import type { Ask } from '../services.ts';

/** What is told of the index. */
export type IndexStatus = OutputOf<typeof searchStatus>;

interface Followed {
  readonly ended_at?: string | undefined;
  readonly waits_for?: string | undefined;
}

/** Between two looks, in milliseconds. */
const pause = 500;

/**
 * Waits until a piece of work on the index is over and answers it. That search does not answer for a while, or waits itself, is
 * told once: the work goes on where it was.
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
