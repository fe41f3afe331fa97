import type { Made } from '../rows/made.ts';
import type { Measured } from '../rows/row.ts';
import type { Installation } from '../stack/open-installation.ts';
import { memoryOf } from './memory.ts';
import type { Processes } from './process-usage.ts';

/** A running installation to which the rows are sent. */
export interface Target {
  /** The addresses of its gateways. */
  urls: readonly string[];
  asAdmin: Installation['asAdmin'];
  /** The users and records of its requests. */
  measured: Measured;
  processes: Processes;
  /** The records that its requests have created. */
  made: Made;
  /** Waits until the background work of the requests is finished, and returns the milliseconds until then. */
  settled(): Promise<number>;
  /** Waits until its database is idle. */
  idle(): Promise<void>;
}

/** The processes of an installation, and others that work for its requests. */
export function processesOf(
  { stack, services }: Installation,
  others: Readonly<Record<string, number>> = {},
): Processes {
  const named: [string, number | undefined][] = [
    ...services.instances.map(({ label, pid }): [string, number | undefined] => [label, pid]),
    ...stack.servers.map(({ name, pid }): [string, number | undefined] => [name, pid]),
    ...Object.entries(others),
  ];
  return new Map(named.flatMap(([name, pid]) => (pid === undefined ? [] : [[name, pid] as const])));
}

export function memoryIn(installation: Installation) {
  const { instances } = installation.services;
  return memoryOf({
    processes: processesOf(installation),
    services: instances.map(({ label }) => label),
    recordsUrls: instances.filter(({ service }) => service === 'records').map(({ opsUrl }) => opsUrl),
  });
}
