import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Has a server listen on a port of this machine, by default a free one, which it returns. */
export async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  await once(server.listen(port, host), 'listening');
  return (server.address() as AddressInfo).port;
}
