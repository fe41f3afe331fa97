import { portProblem } from '../free-port.ts';
import type { ServerKind } from '../servers/server-kind.ts';
import { StackError } from '../stack-error.ts';

/** @throws StackError when the configured port is not available. */
export async function requirePort({ label, settings }: ServerKind, port: number | undefined): Promise<void> {
  const problem = port === undefined ? undefined : await portProblem(port);
  if (!problem) return;
  throw new StackError(
    `Port ${port}, asked for ${label} by ${settings.port}, ${problem}. ` +
      `Set ${settings.port} to a free port, or unset it to have one chosen.`,
  );
}
