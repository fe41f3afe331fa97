import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { StackError } from '../stack-error.ts';

export interface Command {
  file: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
}

export type Guard = Awaited<ReturnType<typeof startGuard>>;

/** The program starts only once it is on the guard's list, so that a kill -9 can never orphan it. */
const WAIT_FOR_GO = 'read -r go <&3 && exec "$@" 3<&-';
const GO_PIPE = 3;

/** Starts the watchdog, which ends every program spawned through it when this process ends, in whatever way. */
export async function startGuard(graceSeconds = 5) {
  const script = join(import.meta.dirname, 'guard.sh');
  const watchdog = spawn('/bin/sh', [script, String(graceSeconds)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(watchdog, 'spawn');
  const list = watchdog.stdin as Socket;
  // The guard must not keep this process alive.
  watchdog.unref();
  list.unref();
  // The callback of the next write reports a dead watchdog; without a listener the error would end this process.
  list.on('error', () => {});
  let isClosed = false;

  return {
    pid: watchdog.pid as number,
    /** Whether the guard has been closed, so that its processes are ending. */
    get isClosed() {
      return isClosed;
    },
    /**
     * Starts a program in a separate process group, so that Ctrl-C at the terminal only reaches this process. Its output goes to pipes, so that
     * a full disk cannot end it.
     */
    spawn: async ({ file, args, ...options }: Command): Promise<ChildProcess> => {
      const child = spawn('/bin/sh', ['-c', WAIT_FOR_GO, 'sh', file, ...args], {
        ...options,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      });
      await once(child, 'spawn');
      child.once('exit', () => list.write(`- ${child.pid}\n`));
      await write(list, `+ ${child.pid}\n`).catch(() => {
        child.kill('SIGKILL');
        throw new StackError(
          `The guard process (pid ${watchdog.pid}) has ended, and no process is started without it. Run the command again.`,
        );
      });
      // When the child is killed before it reads this, its exit reports that.
      (child.stdio[GO_PIPE] as Writable).on('error', () => {}).end('go\n');
      return child;
    },
    close: async () => {
      isClosed = true;
      if (hasEnded(watchdog)) return;
      const ended = once(watchdog, 'exit');
      watchdog.ref();
      list.end();
      await ended;
    },
  };
}

/** Sends SIGTERM, and after the grace period SIGKILL to the whole process group. */
export async function stopProcess(child: ChildProcess, graceMs: number): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(child), graceMs);
  await ended;
  clearTimeout(timer);
}

export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid as number), 'SIGKILL');
  } catch (error) {
    // The process has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
