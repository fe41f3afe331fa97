import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../processes/guard.ts';
import type { Report } from '../report.ts';
import { StackError } from '../stack-error.ts';
import { makePrivate } from './private-directory.ts';

/** The time that processes of a killed instance may take to end. */
const timeoutMs = 20_000;

interface Holder {
  owner: ProcessId;
  guard: ProcessId;
}

type ProcessId = ReturnType<typeof identify>;

/** Locks a data directory, which only one instance may use at a time. Returns the function that releases the lock. */
export async function lockDataDir(
  dataDir: string,
  { guardPid, report }: { guardPid: number; report: Report },
) {
  makePrivate(dataDir);
  const file = join(dataDir, 'lock');
  const mine: Holder = { owner: identify(process.pid), guard: identify(guardPid) };
  const started = performance.now();
  let isReported = false;

  while (!acquire(file, mine)) {
    const holder = readHolder(file);
    if (holder && isAlive(holder.owner)) throw new StackError(inUse(dataDir, holder.owner.pid));
    if (!holder || !isAlive(holder.guard)) {
      rmSync(file, { force: true });
      continue;
    }
    if (performance.now() - started > timeoutMs) throw new StackError(inUse(dataDir, holder.guard.pid));
    if (!isReported) report(`Waiting for the processes of a killed instance in ${dataDir} to end …`);
    isReported = true;
    await delay(100);
  }
  return () => rmSync(file, { force: true });
}

const inUse = (dataDir: string, pid: number): string =>
  `${dataDir} is in use by another instance (pid ${pid}). Stop it (kill ${pid}), ` +
  'or set DATA_DIR to another folder to run a second instance.';

/** Creates the lock as a hard link, which appears atomically with its content, so that nobody reads a half-written lock. */
function acquire(file: string, holder: Holder): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** The start distinguishes a process from a later one with the same id. */
const identify = (pid: number) => ({ pid, startedAt: startTime(pid) });

function isAlive({ pid, startedAt }: ProcessId): boolean {
  return isRunning(pid) && startTime(pid) === startedAt;
}

/** Field 22 of Linux's stat, in clock ticks; the program's name before it may contain spaces and ends with a parenthesis. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
