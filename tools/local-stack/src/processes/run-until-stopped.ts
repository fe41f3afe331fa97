import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from '../report.ts';
import { StackError } from '../stack-error.ts';
import { startGuard, type Guard } from './guard.ts';

export interface Running {
  stop(): Promise<void>;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The life of a command that keeps servers running: start, wait for Ctrl-C, stop in order. Nothing is left behind, also
 * when it is interrupted while starting. Stopping on request is success.
 */
export async function runUntilStopped(
  start: (guard: Guard) => Promise<Running>,
  report: Report,
): Promise<void> {
  process.stdout.on('error', onFullDisk);
  const guard = await startGuard();
  const asked = stopRequest();
  const starting = start(guard);
  try {
    if ((await Promise.race([starting, asked])) === 'stop') return await abandon(starting, guard, report);
    await asked;
    report('Stopping …');
    await (await starting).stop();
    report('Stopped.');
  } catch (error) {
    report(problem(error));
    process.exitCode = 1;
  } finally {
    await guard.close();
    release();
  }
}

/** What is said may go to a file: when that cannot be written, nothing else ends. */
function onFullDisk(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error;
}

/**
 * Resolves at the first signal; later ones are ignored, since one Ctrl-C arrives from the terminal and again from npm,
 * and every step of stopping has a time limit. A closed channel means that the process that started this one has died.
 */
function stopRequest(): Promise<'stop'> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve('stop'));
    process.on('disconnect', () => resolve('stop'));
  });
}

/** An open channel to the process that started this one would keep it alive. */
function release(): void {
  if (process.connected) process.disconnect();
}

async function abandon(starting: Promise<Running>, guard: Guard, report: Report): Promise<void> {
  report('Stopping …');
  await guard.close();
  const started = await Promise.race([
    starting.catch(() => undefined),
    delay(10_000, undefined, { ref: false }),
  ]);
  await started?.stop();
}

const problem = (error: unknown): string => {
  if (error instanceof StackError) return `\n${error.message}\n`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
