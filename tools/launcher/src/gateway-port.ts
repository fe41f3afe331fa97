import { freePorts, portProblem, type Report } from '@svc/local-stack';
import { LauncherError } from './launcher-error.ts';

export interface PortWish {
  /** GATEWAY_PORT. */
  wanted?: number | undefined;
  usual?: number;
  report: Report;
}

/** The port of the gateway: the one that was asked for, else the usual one, else a free one. */
export async function gatewayPort({ wanted, usual = 8080, report }: PortWish): Promise<number> {
  const problem = await portProblem(wanted ?? usual);
  if (!problem) return wanted ?? usual;
  if (wanted !== undefined) {
    throw new LauncherError(
      `Port ${wanted}, set by GATEWAY_PORT, ${problem}. ` +
        'Set GATEWAY_PORT to a free port, or unset it to have one chosen.',
    );
  }
  const [free] = await freePorts(1);
  report(`Port ${usual} ${problem}; the gateway takes ${free}. GATEWAY_PORT sets another one.`);
  return free as number;
}
