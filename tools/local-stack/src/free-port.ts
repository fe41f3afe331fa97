import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const TAKEN = 'is in use by another program';

/** The range of free ports: below the ephemeral ports, where an outgoing connection could take the port before the server does. */
const [lowest, highest] = [20_000, 32_000] as const;

/** Different free ports, consecutive from a random start, so that processes that search at the same time seldom find the same ones. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = new Map<number, Server>();
  for (let port = randomInt(lowest, highest); servers.size < count; port += 1) {
    if (port > highest) port = lowest;
    const server = await listen(port, '127.0.0.1').catch(() => undefined);
    if (server) servers.set(port, server);
  }
  await Promise.all([...servers.values()].map(close));
  return [...servers.keys()];
}

export async function freePort(): Promise<number> {
  const [port] = (await freePorts(1)) as [number];
  return port;
}

/** The reason why a server could not listen on this port at 127.0.0.1 or at all addresses; undefined when it could. */
export async function portProblem(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    try {
      await close(await listen(port, host));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE') return TAKEN;
      if (code === 'EACCES') return 'requires root privileges';
      return `cannot be used (${message})`;
    }
  }
  return undefined;
}

/** Occupies a port until it is released for its server. Returns the problem when the port is not available. */
export async function holdPort(
  port: number,
): Promise<{ release: () => Promise<void> } | { problem: string }> {
  const problem = await portProblem(port);
  if (problem) return { problem };
  const server = await listen(port, '127.0.0.1').catch(() => undefined);
  if (!server) return { problem: TAKEN };
  // A failed start never releases the port, and must still be able to exit.
  server.unref();
  return { release: () => close(server) };
}

async function listen(port: number, host: string): Promise<Server> {
  // Open connections of clients that already try to reach the server would delay the release.
  const server = createServer((socket) => socket.destroy());
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
