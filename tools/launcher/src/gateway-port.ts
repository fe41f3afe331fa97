import { freePorts, portProblem, type Report } from '@svc/local-stack';
import { LauncherError } from './launcher-error.ts';

const USUAL_PORT = 8080;

/** The port of the gateway: the one that was asked for, else the usual one, else a free one. */
export async function gatewayPort(wanted: number | undefined, report: Report): Promise<number> {
  const problem = await portProblem(wanted ?? USUAL_PORT);
  if (!problem) return wanted ?? USUAL_PORT;
  if (wanted !== undefined) {
    throw new LauncherError(
      `Port ${wanted}, set by GATEWAY_PORT, ${problem}. ` +
        'Set GATEWAY_PORT to a free port, or unset it to have one chosen.',
    );
  }
  const [free] = await freePorts(1);
  report(`Port ${USUAL_PORT} ${problem}; the gateway takes ${free}. GATEWAY_PORT sets another one.`);
  return free as number;
}
