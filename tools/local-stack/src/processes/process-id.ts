import { readFileSync } from 'node:fs';
import { isRunning } from './guard.ts';

/** A process: the start distinguishes it from a later one with the same id. */
export interface ProcessId {
  readonly pid: number;
  readonly startedAt: string;
}

export const identify = (pid: number): ProcessId => ({ pid, startedAt: startTime(pid) });

export function isAlive({ pid, startedAt }: ProcessId): boolean {
  return isRunning(pid) && startTime(pid) === startedAt;
}

/**
 * Field 22 of Linux's stat, in clock ticks; the program's name before it may contain spaces and ends with a parenthesis. A process that has
 * ended, and whose parent has not noticed, uses nothing any longer.
 */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
  } catch {
    return '';
  }
}
