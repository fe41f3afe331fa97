import { join } from 'node:path';
import { SupervisedProcess, type Guard } from '@svc/local-stack';

/** Milliseconds from the end of a server to its next start, as after the end of a pod. */
const downMs = 5_000;

/** Milliseconds that a server may take to become ready on a busy machine. */
const readyWithinMs = 180_000;

export interface Surroundings {
  readonly guard: Guard;
  /** The folder of all servers. */
  readonly dir: string;
  /** The folder of the server programs. */
  readonly programs: string;
  readonly report: (line: string) => void;
}

interface Server {
  readonly name: string;
  readonly program: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
  /** Resolves when the server can be used, throws while it cannot. */
  check(): Promise<void>;
}

/** Starts a server, which starts again some seconds after it has ended, until it is stopped. */
export function superviseServer(server: Server, { guard, dir, programs, report }: Surroundings) {
  const { name, program, args, env = {}, check } = server;
  const command = () => ({ file: join(programs, program), args, cwd: dir, env });
  return new SupervisedProcess(
    { label: name, logFile: join(dir, 'logs', `${name}.log`), command, check },
    {
      guard,
      report,
      timing: { firstPause: downMs, maxPauseMs: downMs, readyWithin: readyWithinMs, stopGrace: 60_000 },
    },
  );
}
