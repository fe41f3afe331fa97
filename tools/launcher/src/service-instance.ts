import type { ServiceName } from './service-name.ts';

/** One running process of a service, or the next one after it was killed: address and log stay the same. */
export interface ServiceInstance {
  service: ServiceName;
  /** From 0. */
  index: number;
  /** Undefined between a crash and the restart. */
  pid: number | undefined;
  opsUrl: string;
  /** Resolves once the signal is sent, for a deadly one: once the process is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves when /readyz answers 200, after a kill: that of the next process. Rejects when it gives up. */
  ready(): Promise<void>;
  /** The last lines of the log. */
  log(): string;
}
