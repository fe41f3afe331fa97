import type { Guard, Report } from '@svc/local-stack';
import type { ServiceLog } from './service-log.ts';
import type { ServiceName } from './service-name.ts';

export interface InstanceSpec {
  service: ServiceName;
  index: number;
  label: string;
  entry: string;
  env: Record<string, string>;
  opsUrl: string;
  log: ServiceLog;
}

export interface Supervision {
  guard: Guard;
  report: Report;
  restart: boolean;
  timing: Timing;
}

/** All in milliseconds. */
export interface Timing {
  firstPause: number;
  longestPause: number;
  /** A process that lived this long was well: the next pause is the first one again. */
  wellAfter: number;
  readyWithin: number;
  stopGrace: number;
}
