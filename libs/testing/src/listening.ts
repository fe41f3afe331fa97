import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { keepAliveTimeout } from '@svc/service-kit';

/**
 * Has a server listen on a port of this machine, by default a free one, which it returns. One of HTTP keeps idle connections as long as those of the
 * services: by default it would close them after five seconds, when on a busy machine the next request may be on its way.
 */
export async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  if (server instanceof HttpServer) server.keepAliveTimeout = keepAliveTimeout;
  await once(server.listen(port, host), 'listening');
  return (server.address() as AddressInfo).port;
}
