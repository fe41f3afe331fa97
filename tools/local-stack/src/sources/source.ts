import type { Guard } from '../processes/guard.ts';
import type { Timing } from '../processes/supervised-process.ts';
import type { Report } from '../report.ts';
import type { Address, ServerKind, ServerName } from '../servers/server-kind.ts';

export type SourceName = 'environment' | 'docker' | 'path' | 'npm';

export interface SourceContext {
  env: Readonly<Record<string, string | undefined>>;
  dataDir: string;
  /** The port that was asked for; without one any free port will do. */
  port: number | undefined;
  throwAway: boolean;
  guard: Guard;
  report: Report;
  timing: Timing;
}

export interface RunningServer extends Address {
  name: ServerName;
  source: SourceName;
  /** Of a server that is a process of this machine and ours to stop; another one after a crash. */
  readonly pid?: number | undefined;
  /** After `graceMs` it is killed; as long as the source's context says when that is left out. */
  stop(graceMs?: number): Promise<void>;
}

/** One way to get hold of a server. */
export interface Source {
  name: SourceName;
  /** Answers undefined when this way is not open here, and throws when it is but fails. */
  open(kind: ServerKind, context: SourceContext): Promise<RunningServer | undefined>;
}
