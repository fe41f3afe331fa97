import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { StackError } from '../stack-error.ts';

export interface GuardedOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Where standard output and standard error go: a file descriptor, or a pipe to read from. */
  output: number | 'pipe';
}

export interface Guard {
  pid: number;
  /** Starts a program in a process group of its own, so that Ctrl-C at the terminal does not reach it past us. */
  spawn(command: string, args: string[], options: GuardedOptions): Promise<ChildProcess>;
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

  return {
    pid: watchdog.pid as number,
    spawn: async (command, args, { output, ...options }) => {
      const child = spawn('/bin/sh', ['-c', WAIT_FOR_GO, 'sh', command, ...args], {
        ...options,
        detached: true,
        stdio: ['ignore', output, output, 'pipe'],
      });
      await once(child, 'spawn');
      child.once('exit', () => list.write(`- ${child.pid}\n`));
      await write(list, `+ ${child.pid}\n`).catch(() => {
        child.kill('SIGKILL');
        throw new StackError(
          `The guard process (pid ${watchdog.pid}) has ended; without it nothing is started.`,
        );
      });
      (child.stdio[GO_PIPE] as Writable).end('go\n');
      return child;
    },
    close: async () => {
      if (watchdog.exitCode !== null || watchdog.signalCode !== null) return;
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
