import { setTimeout as delay } from 'node:timers/promises';
import { Choices } from '@svc/demo/choices';
import { until } from '@svc/testing';
import type { World } from '../../support/world.ts';
import type { Ledger } from './ledger.ts';

interface Target {
  readonly name: string;
  readonly part: 'service' | 'server';
  signal(signal: NodeJS.Signals): Promise<void> | void;
}

export interface Fault {
  readonly kind: 'kill' | 'freeze';
  readonly part: Target['part'];
  readonly target: string;
}

/** A kill and a freeze, each of a service and of a server. */
const kindsOfFaults = 4;

/** Milliseconds for which a process is frozen: some longer than the deadline of requests, so that their outcome becomes unknown. */
const freezeMs = { from: 300, to: 7_000 };

/** The acknowledged writes after a fault before the next one: the service has recovered, or the other instances do the work. */
const writesBetween = 10;

/** Milliseconds between two faults, in addition. */
const longestPauseMs = 4_000;

/** Kills and freezes processes in an order that the seed determines. */
export class Killer {
  readonly faults: Fault[] = [];
  readonly #targets: readonly Target[];
  readonly #choices: Choices;
  readonly #ledger: Ledger;
  readonly #report: (line: string) => void;

  constructor(
    world: World,
    ledger: Ledger,
    { seed, report }: { seed: number; report: (line: string) => void },
  ) {
    this.#targets = targetsOf(world);
    this.#choices = new Choices(seed);
    this.#ledger = ledger;
    this.#report = report;
  }

  /** Whether each kind of fault has happened to a service and to a server. */
  hasDoneEverything(): boolean {
    return new Set(this.faults.map(({ kind, part }) => `${kind} ${part}`)).size === kindsOfFaults;
  }

  /** Resolves once `goesOn` is false; no process is frozen then. */
  async work(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const count = this.#choices.next() < 0.25 ? 2 : 1;
      const targets = this.#choices.several(this.#targets, count);
      await Promise.all(targets.map((target) => this.#strike(target)));
      await this.#progress(goesOn);
      await delay(this.#choices.below(longestPauseMs));
    }
  }

  async #strike(target: Target): Promise<void> {
    const kind = this.#choices.next() < 0.6 ? 'kill' : 'freeze';
    const milliseconds = freezeMs.from + this.#choices.below(freezeMs.to - freezeMs.from);
    this.faults.push({ kind, part: target.part, target: target.name });
    this.#report(`${kind} ${target.name}${kind === 'freeze' ? ` for ${milliseconds} ms` : ''}`);
    if (kind === 'kill') return target.signal('SIGKILL');
    await target.signal('SIGSTOP');
    try {
      await delay(milliseconds);
    } finally {
      await target.signal('SIGCONT');
    }
  }

  /** Waits until the writers have got further. Without progress the storm is over: nothing recovers. */
  async #progress(goesOn: () => boolean): Promise<void> {
    const wanted = this.#ledger.count + writesBetween;
    try {
      await until(() => {
        if (goesOn() && this.#ledger.count < wanted) throw new Error('no write is acknowledged');
      });
    } catch {
      const last = this.faults.at(-1);
      this.#ledger.break(`nothing was written for 90 s after ${last?.kind} ${last?.target}`);
    }
  }
}

/** All services, and the servers that run as processes of this machine. */
function targetsOf({ services, stack }: World): Target[] {
  const servers = stack.servers.filter(({ pid }) => pid !== undefined);
  return [
    ...services.map((instance) => ({
      name: instance.label,
      part: 'service' as const,
      signal: (signal: NodeJS.Signals) => instance.kill(signal),
    })),
    ...servers.map((server) => ({
      name: server.name,
      part: 'server' as const,
      signal: (signal: NodeJS.Signals) => {
        if (server.pid !== undefined) process.kill(server.pid, signal);
      },
    })),
  ];
}
