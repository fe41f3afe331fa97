import { freePort, holdPort, StackError, type Report } from '@svc/local-stack';

export interface PortWish {
  /** GATEWAY_PORT. */
  wanted?: number | undefined;
  usual?: number;
  report: Report;
}

export interface GatewayPort {
  port: number;
  /** Releases the port for the gateway. Until then no other instance that starts at the same time can choose it. */
  release: () => Promise<void>;
}

/** Chooses the port of the gateway: the configured one, else the usual one, else a free one. */
export async function gatewayPort({ wanted, usual = 8080, report }: PortWish): Promise<GatewayPort> {
  const port = wanted ?? usual;
  const held = await holdPort(port);
  if ('release' in held) return { port, release: held.release };
  if (wanted !== undefined) {
    throw new StackError(
      `Port ${port}, set by GATEWAY_PORT, ${held.problem}. ` +
        'Set GATEWAY_PORT to a free port, or unset it to have one chosen.',
    );
  }
  const free = await freePort();
  report(`Port ${port} ${held.problem}; the gateway takes ${free}. GATEWAY_PORT sets another one.`);
  return { port: free, release: async () => {} };
}
