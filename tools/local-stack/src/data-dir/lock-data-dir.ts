import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isAlive, type ProcessId } from '../processes/process-id.ts';
import type { Report } from '../report.ts';
import { StackError } from '../stack-error.ts';
import { makePrivate } from './private-directory.ts';
import { requireRoom } from './require-room.ts';
import { runningProcesses } from '../processes/running-processes.ts';

/** The time that processes of a killed instance may take to end. */
const timeoutMs = 20_000;
/** The time for processes that outlive their guard: it ends right after it has killed them, on a busy machine before they have ended. */
const afterGuardMs = 5_000;

interface Holder {
  owner: ProcessId;
  guard: ProcessId;
}

interface LockOptions {
  guardPid: number;
  report: Report;
  statFs?: Parameters<typeof requireRoom>[1];
}

/**
 * Locks a data directory, which only one instance may use at a time. Returns the function that releases the lock.
 * @throws StackError when another instance uses it, when processes of a killed one are left, or when its disk is full.
 */
export async function lockDataDir(dataDir: string, { guardPid, report, statFs }: LockOptions) {
  requireRoom(dataDir, statFs);
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
  const unlock = () => rmSync(file, { force: true });
  const left = await processesLeft(dataDir);
  if (left.length === 0) return unlock;
  unlock();
  const named = left.map(({ label, pid }) => `${label} (pid ${pid})`).join(', ');
  throw new StackError(
    `${dataDir} is in use by processes of an instance that was killed: ${named}. ` +
      `Stop them (kill ${left.map(({ pid }) => pid).join(' ')}), and start again.`,
  );
}

/** The processes of the directory that do not end soon. */
async function processesLeft(dataDir: string): Promise<ReturnType<typeof runningProcesses>> {
  const until = performance.now() + afterGuardMs;
  for (;;) {
    const left = runningProcesses(dataDir);
    if (left.length === 0 || performance.now() > until) return left;
    await delay(100);
  }
}

const inUse = (dataDir: string, pid: number): string =>
  `${dataDir} is in use by another instance (pid ${pid}). Stop it (kill ${pid}), ` +
  'or set DATA_DIR to another folder to run a second instance.';

/** Creates the lock as a hard link, which appears atomically with its content, so that nobody reads a half-written lock. */
function acquire(file: string, holder: Holder): boolean {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(holder));
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
