import { readFileSync, writeFileSync } from 'node:fs';

export type Processes = ReadonlyMap<string, number>;

/** Milliseconds in a tick: Linux counts CPU time in hundredths of a second. */
const tick = 10;

/** The CPU time of each running process so far, in milliseconds; this process is `bench`. */
export function cpuTimes(processes: Processes): Record<string, number> {
  const { user, system } = process.cpuUsage();
  return { ...ofEach(processes, cpuTime), bench: (user + system) / 1_000 };
}

export function cpuSince(
  before: Readonly<Record<string, number>>,
  processes: Processes,
): Record<string, number> {
  const times = Object.entries(cpuTimes(processes));
  return Object.fromEntries(times.map(([name, time]) => [name, time - (before[name] ?? time)]));
}

function cpuTime(pid: number): number {
  // The fields after the program's name, which may contain spaces, begin with number 3; 14 and 15 are user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

/** Resets the peak memory that Linux records for these processes. */
export function resetPeaks(processes: Processes): void {
  for (const pid of processes.values()) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch {
      // The process has ended or belongs to another user: its peak is missing, or that of its whole life.
    }
  }
}

/** The peak memory (RSS) of each process since `resetPeaks`, in MiB. */
export function peaksOf(processes: Processes): Record<string, number> {
  return ofEach(processes, (pid) => statusOf(pid, 'VmHWM'));
}

/** The resident memory (RSS) of each process, in MiB. */
export function residentOf(processes: Processes): Record<string, number> {
  return ofEach(processes, (pid) => statusOf(pid, 'VmRSS'));
}

function statusOf(pid: number, field: 'VmHWM' | 'VmRSS'): number | undefined {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return line ? Number(line[1]) / 1024 : undefined;
}

/** The arguments of a running process. */
export function commandLine(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
}

/** The result of `read` for each running process. */
function ofEach(processes: Processes, read: (pid: number) => number | undefined): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, pid] of processes) {
    try {
      const value = read(pid);
      if (value !== undefined) found[name] = value;
    } catch {
      // The process has ended.
    }
  }
  return found;
}
