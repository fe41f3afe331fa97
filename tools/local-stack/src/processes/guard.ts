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

export interface Guard {
  pid: number;
  /** Whether what runs was told to end. */
  readonly isClosed: boolean;
  /**
   * Starts a program in a process group of its own, so that Ctrl-C at the terminal does not reach it past us. What it prints comes
   * through pipes: no disk that is full can end it.
   */
  spawn(command: Command): Promise<ChildProcess>;
  /** Stops what is still running, and the guard. */
  close(): Promise<void>;
}

/** The program starts only once it is on the guard's list: there is no moment in which a kill -9 could orphan it. */
const WAIT_FOR_GO = 'read -r go <&3 && exec "$@" 3<&-';
const GO_PIPE = 3;

/** Starts the watchdog that ends every program spawned through it when this process ends, however it ends. */
export async function startGuard(graceSeconds = 5): Promise<Guard> {
  const script = join(import.meta.dirname, 'guard.sh');
  const watchdog = spawn('/bin/sh', [script, String(graceSeconds)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(watchdog, 'spawn');
  const list = watchdog.stdin as Socket;
  // Being guarded is no reason to stay alive.
  watchdog.unref();
  list.unref();
  // A dead watchdog shows in the callback of the next write; without a listener it would end this process.
  list.on('error', () => {});
  let isClosed = false;

  return {
    pid: watchdog.pid as number,
    get isClosed() {
      return isClosed;
    },
    spawn: async ({ file, args, ...options }) => {
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
          `The guard process (pid ${watchdog.pid}) has ended; without it nothing is started.`,
        );
      });
      // One that is killed before it reads this shows in its end.
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

function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Asks a process to end, and ends its whole process group when it has not after the grace time. */
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

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid as number), 'SIGKILL');
  } catch (error) {
    // It ended between the timer and here.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
