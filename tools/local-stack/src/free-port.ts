import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const TAKEN = 'is taken by another program';

/**
 * Where free ports are looked for: below those that systems give to outgoing connections, one of which could have the port before
 * the server that it is meant for.
 */
const [lowest, highest] = [20_000, 32_000] as const;

/** Ports nothing listens on, all different. They lie together: who looks at the same time seldom finds the same ones. */
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

/** A port nothing listens on. */
export async function freePort(): Promise<number> {
  const [port] = (await freePorts(1)) as [number];
  return port;
}

/** Why a server could not listen on this port, on every address of the machine or on 127.0.0.1; undefined when it could. */
export async function portProblem(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    try {
      await close(await listen(port, host));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE') return TAKEN;
      if (code === 'EACCES') return 'is reserved for root';
      return `cannot be used (${message})`;
    }
  }
  return undefined;
}

/**
 * Keeps a port from being taken by anybody else until it is released for the server that is meant to have it. Answers
 * what is wrong with the port when it cannot be had.
 */
export async function holdPort(
  port: number,
): Promise<{ release: () => Promise<void> } | { problem: string }> {
  const problem = await portProblem(port);
  if (problem) return { problem };
  const server = await listen(port, '127.0.0.1').catch(() => undefined);
  if (!server) return { problem: TAKEN };
  // A start that fails ends with the port still held.
  server.unref();
  return { release: () => close(server) };
}

async function listen(port: number, host: string): Promise<Server> {
  // Whoever already tries to reach the server that is to come would keep the port from being released.
  const server = createServer((socket) => socket.destroy());
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
