import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { noteProcess } from './running-processes.ts';
import type { Report } from '../report.ts';
import { StackError } from '../stack-error.ts';
import { hasEnded, stopProcess, type Command, type Guard } from './guard.ts';
import { explainLog, processLog, type ProcessLog } from './process-log.ts';
import { stopwatch, waitUntilUp } from './wait-until-up.ts';

export interface ProcessSpec {
  label: string;
  logFile: string;
  /** The file that names the running process: see `processFile`. */
  processFile?: string;
  /** Returns the command for each start. A start is a retry when the process ran before and was never ready. */
  command(isRetry: boolean): Command | Promise<Command>;
  /** Resolves when the process is ready, throws while it is not. */
  check(): Promise<void>;
  /** Returns the part of a line that may be logged. Default: all of it. */
  redact?: ((line: string) => string) | undefined;
  /** Whether a line of the log means that the process needs a restart to work again. */
  needsRestart?(line: string): boolean;
}

export interface Supervision {
  guard: Guard;
  report: Report;
  /** Whether to restart a process that ends. Default true. */
  restart?: boolean | undefined;
  timing?: Partial<Timing> | undefined;
}

/** All in milliseconds. */
export interface Timing {
  firstPause: number;
  maxPauseMs: number;
  /** A process that ran this long resets the pause between restarts. */
  wellAfter: number;
  /** The timeout for readiness, counted from the last change of the reason why the process is not ready. */
  readyWithin: number;
  /** The time that a process may take to end before it is killed. */
  stopGrace: number;
}

export const defaultTiming: Timing = {
  firstPause: 200,
  maxPauseMs: 10_000,
  wellAfter: 30_000,
  readyWithin: 60_000,
  stopGrace: 10_000,
};

/** The number of crashes before the first readiness after which a process is not restarted. */
const HOPELESS = 3;
const DEADLY = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT']);

/** Keeps a server or service process running, with exponential backoff between restarts. */
export class SupervisedProcess {
  readonly label: string;
  readonly #spec: ProcessSpec;
  readonly #guard: Guard;
  readonly #report: Report;
  readonly #restart: boolean;
  readonly #timing: Timing;
  readonly #log: ProcessLog;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #command = '';
  #child: ChildProcess | undefined;
  #wasReady = false;
  /** The reason why the process is no longer restarted. */
  #over: string | undefined;

  constructor(spec: ProcessSpec, { guard, report, restart = true, timing }: Supervision) {
    this.label = spec.label;
    this.#spec = spec;
    this.#guard = guard;
    this.#report = report;
    this.#restart = restart;
    this.#timing = { ...defaultTiming, ...timing };
    this.#log = processLog({ file: spec.logFile, label: spec.label, report, redact: spec.redact });
    this.#running = this.#run();
  }

  /** Undefined between a crash and the restart. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  log(): string {
    return this.#log.tail();
  }

  /** Sends a signal. For a deadly one it resolves once the process has ended. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = DEADLY.has(signal) ? once(child, 'exit') : undefined;
    child.kill(signal);
    await ended;
  }

  /** Resolves when the process, or after a kill its successor, is ready. Rejects when it is no longer restarted. */
  async ready(): Promise<void> {
    const problem = await this.#waitUntilReady(this.#timing.readyWithin, () => this.#over);
    if (problem === undefined) return;
    const tail = this.#log.tail(15);
    throw new StackError(
      `${this.label} did not start: ${problem}.\n  command: ${this.#command}\n  log: ${this.#log.file}\n${tail}\n` +
        explainLog(`${problem}\n${tail}`),
    );
  }

  async stop(graceMs = this.#timing.stopGrace): Promise<void> {
    this.#stopping.abort();
    if (this.#child) await stopProcess(this.#child, graceMs);
    await this.#running;
    this.#log.close();
  }

  async #waitUntilReady(timeoutMs: number, isOver: () => string | undefined): Promise<string | undefined> {
    const check = () => this.#check();
    const problem = await waitUntilUp({ check, isOver, timeoutMs });
    this.#wasReady ||= problem === undefined;
    return problem;
  }

  async #check(): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) throw new Error('its process is not running');
    await this.#spec.check();
    // Another program may have answered at the same address.
    if (hasEnded(child)) throw new Error('its process has ended');
  }

  async #run(): Promise<void> {
    const timing = this.#timing;
    let pause = timing.firstPause;
    for (let starts = 1; ; starts += 1) {
      const started = performance.now();
      const end = await this.#runOnce(starts > 1 && !this.#wasReady).catch(couldNotStart);
      if (!this.#startsAgain(starts, end)) return;
      if (performance.now() - started > timing.wellAfter) pause = timing.firstPause;
      this.#report(`${this.label} ${end}; restarting in ${pause / 1000} s\n${this.#log.tail(5)}`);
      await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, timing.maxPauseMs);
    }
  }

  /** Starts the process and waits for its end. Returns a description of the end. */
  async #runOnce(isRetry: boolean): Promise<string> {
    const command = await this.#spec.command(isRetry);
    this.#command = [command.file, ...command.args].join(' ');
    const child = await this.#guard.spawn(command);
    const closed = once(child, 'close');
    const forget = this.#note(child);
    this.#log.follow(child, (line) => {
      if (this.#spec.needsRestart?.(line)) void stopProcess(child, this.#timing.stopGrace);
    });
    this.#child = child;
    // `stop` was called during the start.
    if (this.#stopping.signal.aborted) await stopProcess(child, this.#timing.stopGrace);
    else if (this.#wasReady) void this.#reportReady(child);
    await closed;
    forget();
    this.#child = undefined;
    return `(pid ${child.pid}) ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`;
  }

  /** Names the process in its file. A full disk must not keep a server from being started again. */
  #note({ pid = 0 }: ChildProcess): () => void {
    const { label, processFile: file } = this.#spec;
    try {
      return file === undefined ? () => {} : noteProcess(file, { label, pid });
    } catch (error) {
      this.#report(`${label}: ${file} cannot be written: ${(error as Error).message}`);
      return () => {};
    }
  }

  async #reportReady(child: ChildProcess): Promise<void> {
    const seconds = stopwatch();
    const isOver = () => (hasEnded(child) ? 'it has ended' : undefined);
    if ((await this.#waitUntilReady(Infinity, isOver)) !== undefined) return;
    this.#report(`${this.label} is ready again (pid ${child.pid}, ${seconds().toFixed(1)} s)`);
  }

  #startsAgain(starts: number, end: string): boolean {
    const isStopped = this.#stopping.signal.aborted || this.#guard.isClosed;
    const isBroken = !this.#wasReady && starts >= HOPELESS;
    if (this.#restart && !isStopped && !isBroken) return true;
    this.#over = `it ${end}`;
    return false;
  }
}

const couldNotStart = (error: unknown): string => `could not be started: ${(error as Error).message}`;
