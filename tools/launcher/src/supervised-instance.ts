import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded, stopProcess } from '@svc/local-stack';
import { LauncherError } from './launcher-error.ts';
import type { ServiceInstance } from './service-instance.ts';
import type { ServiceName } from './service-name.ts';
import type { InstanceSpec, Supervision } from './supervision.ts';

/**
 * Answers are short-lived and large: with less room for what is young they are found earlier, and memory does not grow with them. What
 * outlives them is looked for once it is a third more than was left the last time; by itself the engine waits for up to three times as much.
 */
const memoryFlags = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

/** Crashes before the first readiness after which a service is taken for broken. */
const HOPELESS = 3;
const DEADLY = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT']);

/** Keeps one process of a service running, with growing pauses between restarts. */
export class SupervisedInstance implements ServiceInstance {
  readonly #spec: InstanceSpec;
  readonly #supervision: Supervision;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #child: ChildProcess | undefined;
  #wasReady = false;
  #crashes = 0;
  /** Set once nothing will be started again. */
  #over: string | undefined;

  constructor(spec: InstanceSpec, supervision: Supervision) {
    this.#spec = spec;
    this.#supervision = supervision;
    this.#running = this.#run().catch((error: unknown) => {
      this.#over = String(error);
    });
  }

  get service(): ServiceName {
    return this.#spec.service;
  }

  get label(): string {
    return this.#spec.label;
  }

  get index(): number {
    return this.#spec.index;
  }

  get opsUrl(): string {
    return this.#spec.opsUrl;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  log(): string {
    return this.#spec.log.tail();
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    if (DEADLY.has(signal)) await ended;
  }

  async ready(): Promise<void> {
    const { readyWithin } = this.#supervision.timing;
    const deadline = performance.now() + readyWithin;
    for (;;) {
      const problem = await this.#problem();
      if (!problem) break;
      if (this.#over) throw this.#notReady(this.#over);
      if (performance.now() > deadline)
        throw this.#notReady(`not ready after ${readyWithin / 1000} s, ${problem}`);
      await delay(50);
    }
    this.#wasReady = true;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#child) await stopProcess(this.#child, this.#supervision.timing.stopGrace);
    await this.#running;
    this.#spec.log.close();
  }

  async #problem(): Promise<string | undefined> {
    const child = this.#child;
    if (!child || hasEnded(child)) return 'its process is not running';
    const problem = await probeReady(this.opsUrl);
    return hasEnded(child) ? 'its process has ended' : problem;
  }

  #notReady(reason: string): LauncherError {
    const { label, log } = this.#spec;
    return new LauncherError(
      `The service ${label} did not come up: ${reason}.\n  log: ${log.file}\n${log.tail(15)}\n` +
        'The log above says why. When it names a setting, correct it and start again.',
    );
  }

  async #run(): Promise<void> {
    const { timing, guard } = this.#supervision;
    const { entry, env, log } = this.#spec;
    let pause = timing.firstPause;
    while (!this.#stopping.signal.aborted) {
      const started = performance.now();
      const child = await guard.spawn(process.execPath, [...memoryFlags, entry], { env, output: 'pipe' });
      const ended = once(child, 'close');
      log.follow(child);
      this.#child = child;
      // It was stopped while the process was being started.
      if (this.#stopping.signal.aborted) await stopProcess(child, timing.stopGrace);
      await ended;
      this.#child = undefined;
      if (performance.now() - started > timing.wellAfter) pause = timing.firstPause;
      if (!this.#startsAgain(child, pause)) return;
      await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, timing.longestPause);
    }
  }

  #startsAgain(child: ChildProcess, pause: number): boolean {
    if (this.#stopping.signal.aborted) return false;
    const { label, log } = this.#spec;
    const { report, restart } = this.#supervision;
    const end = `ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`;
    this.#crashes += 1;
    if (!restart || (!this.#wasReady && this.#crashes >= HOPELESS)) {
      this.#over = `its process ${end}`;
      return false;
    }
    report(`${label} (pid ${child.pid}) ${end}; starting it again in ${pause / 1000} s\n${log.tail(5)}`);
    return true;
  }
}

/** What keeps a service from being ready, by its own word; undefined when it is. */
async function probeReady(opsUrl: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
    const body = await response.text();
    return response.status === 200 ? undefined : `/readyz answers ${response.status}: ${body.slice(0, 300)}`;
  } catch {
    return '/readyz does not answer';
  }
}
