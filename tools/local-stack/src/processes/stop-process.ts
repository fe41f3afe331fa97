import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Asks a process to end, and ends its whole process group when it has not after the grace time. */
export async function stopProcess(child: ChildProcess, graceMs: number): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = new AbortController();
  const tooLong = delay(graceMs, 'too long', { signal: timer.signal }).catch(() => undefined);
  const first = await Promise.race([ended, tooLong]);
  timer.abort();
  if (first !== 'too long') return;
  killGroup(child);
  await ended;
}

export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid as number), 'SIGKILL');
  } catch (error) {
    // It ended between the timer and here.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
