import { readFileSync, writeFileSync } from 'node:fs';

/** Has Linux count the most memory of these processes from now on. */
export function resetPeaks(pids: Iterable<number>): void {
  for (const pid of pids) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch {
      // It is not ours to reset, or gone: the peak is that of its whole life, or none.
    }
  }
}

/** The most memory that was in use (RSS) since then, in MiB; undefined when there is no such process (any more). */
export function peakOf(pid: number): number | undefined {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}
