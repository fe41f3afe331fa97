import { readFileSync, writeFileSync } from 'node:fs';

/** Processes whose memory and CPU time are watched, by name. */
export type Processes = ReadonlyMap<string, number>;

/** Milliseconds; Linux counts CPU time in hundredths of a second. */
const tick = 10;

/** The CPU time that processes have used so far, in milliseconds, and this process as `bench`; without those that are gone. */
export function cpuTimes(processes: Processes): Record<string, number> {
  const { user, system } = process.cpuUsage();
  const times = [...processes].map(([name, pid]) => [name, cpuTime(pid)] as const);
  const known = times.filter((time): time is [string, number] => time[1] !== undefined);
  return { ...Object.fromEntries(known), bench: (user + system) / 1_000 };
}

function cpuTime(pid: number): number | undefined {
  try {
    // After the program's name, which may hold blanks: state, then fields 4 to 13, then the time of the user and of the system.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tick;
  } catch {
    return undefined;
  }
}

/** Has Linux count the most memory of these processes from now on. */
export function resetPeaks(processes: Processes): void {
  for (const pid of processes.values()) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch {
      // It is not ours to reset, or gone: the peak is that of its whole life, or none.
    }
  }
}

/** The most memory of each process that was in use (RSS) since then, in MiB. */
export function peaksOf(processes: Processes): Record<string, number> {
  const peaks = [...processes].map(([name, pid]) => [name, peakOf(pid)] as const);
  return Object.fromEntries(peaks.filter((peak): peak is [string, number] => peak[1] !== undefined));
}

function peakOf(pid: number): number | undefined {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}
