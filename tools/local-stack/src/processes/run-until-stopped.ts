import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from '../report.ts';
import { StackError } from '../stack-error.ts';
import { startGuard, type Guard } from './guard.ts';

export interface Running {
  stop(): Promise<void>;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command that keeps servers running: starts them, waits for Ctrl-C and stops them in order, leaving no process behind even when it is
 * interrupted during the start. A requested stop is a success.
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

/** Runs a command that ends by itself. A signal, or the end of the parent process, ends it at once, and its guard ends what it has started. */
export async function runToEnd(work: () => Promise<void>, report: Report): Promise<void> {
  void stopRequest().then(() => process.exit(130));
  try {
    await work();
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
  process.removeAllListeners('disconnect');
  release();
}

/** Ignores a full disk: the output may go to a file, and losing it must not stop the servers. */
function onFullDisk(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error;
}

/**
 * Resolves at the first signal. Later ones are ignored, because a Ctrl-C arrives both from the terminal and from npm, and every step of stopping
 * has a timeout. A closed channel means that the parent process has died.
 */
function stopRequest(): Promise<'stop'> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve('stop'));
    process.on('disconnect', () => resolve('stop'));
  });
}

/** Closes the channel to the parent process, which would keep this process alive. */
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
