import type { Env } from '../config.ts';
import { portProblem } from '../free-port.ts';
import type { Guard } from '../processes/guard.ts';
import type { Timing } from '../processes/supervised-process.ts';
import type { Report } from '../report.ts';
import type { Address, ServerKind, ServerName } from '../servers/server-kind.ts';
import { StackError } from '../stack-error.ts';

export type SourceName = 'environment' | 'docker' | 'path' | 'npm';

export interface SourceContext {
  env: Env;
  dataDir: string;
  /** The configured port; undefined for any free port. */
  port: number | undefined;
  throwAway: boolean;
  guard: Guard;
  report: Report;
  timing: Timing;
}

export interface RunningServer extends Address {
  name: ServerName;
  source: SourceName;
  /** The id of a server process that was started here; it changes after a crash. */
  readonly pid?: number | undefined;
  /** Stops the server, and kills it after `graceMs`. Default: the `stopGrace` of the context. */
  stop(graceMs?: number): Promise<void>;
}

/** One way to get a server. */
export interface Source {
  name: SourceName;
  /** Returns undefined when this source is not available here, and throws when it is but fails. */
  open(kind: ServerKind, context: SourceContext): Promise<RunningServer | undefined>;
}

/** @throws StackError when the configured port is not available. */
export async function requirePort({ label, settings }: ServerKind, port: number | undefined): Promise<void> {
  const problem = port === undefined ? undefined : await portProblem(port);
  if (!problem) return;
  throw new StackError(
    `Port ${port}, set for ${label} by ${settings.port}, ${problem}. ` +
      `Set ${settings.port} to a free port, or unset it to use any free port.`,
  );
}
