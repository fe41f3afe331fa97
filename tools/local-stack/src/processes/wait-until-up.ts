import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from '../report.ts';
import { hasEnded } from './stop-process.ts';

export interface Waiting {
  label: string;
  check: () => Promise<void>;
  child?: ChildProcess;
  timeoutMs: number;
  report: Report;
}

/** Repeats a check until it passes. Answers undefined then, otherwise why it was given up. */
export async function waitUntilUp({
  label,
  check,
  child,
  timeoutMs,
  report,
}: Waiting): Promise<string | undefined> {
  const started = performance.now();
  let nextReport = 5_000;
  for (;;) {
    const problem = await check().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (child && hasEnded(child)) return `it ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`;
    if (problem === undefined) return undefined;
    const waited = performance.now() - started;
    if (waited > timeoutMs) return `it does not answer after ${Math.round(waited / 1000)} s (${problem})`;
    if (waited > nextReport) {
      report(`Waiting for ${label} … ${Math.round(waited / 1000)} s`);
      nextReport += 5_000;
    }
    await delay(50);
  }
}
