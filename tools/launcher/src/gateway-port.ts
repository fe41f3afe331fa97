import { freePort, holdPort, StackError, type Report } from '@svc/local-stack';

/**
 * Chooses the port of the gateway: that of GATEWAY_PORT, else the usual one, else a free one. Until it is released for the gateway, no other
 * instance that starts at the same time can choose it.
 */
export async function gatewayPort({
  wanted,
  usual = 8080,
  report,
}: {
  wanted?: number | undefined;
  usual?: number;
  report: Report;
}): Promise<{ port: number; release: () => Promise<void> }> {
  const port = wanted ?? usual;
  const held = await holdPort(port);
  if ('release' in held) return { port, release: held.release };
  if (wanted !== undefined) {
    throw new StackError(
      `Port ${port}, set by GATEWAY_PORT, ${held.problem}. ` +
        'Set GATEWAY_PORT to a free port, or unset it to use any free port.',
    );
  }
  const free = await freePort();
  report(
    `Port ${port} ${held.problem}; the gateway uses port ${free}. Set GATEWAY_PORT to choose another port.`,
  );
  return { port: free, release: async () => {} };
}
