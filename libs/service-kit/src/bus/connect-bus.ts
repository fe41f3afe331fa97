import { connect, Events, type NatsConnection } from 'nats';
import type { Logger } from '../log/create-logger.ts';

/**
 * A connection to NATS that reconnects for ever: a bus that is away makes calls fail, not the process.
 * @throws Error naming the server when the first connection can not be made.
 */
export async function connectBus(options: {
  url: string;
  name: string;
  log: Logger;
}): Promise<NatsConnection> {
  const servers = options.url.split(',').map((server) => server.trim());
  const connection = await connect({
    servers,
    name: options.name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    timeout: 30_000,
    waitOnFirstConnect: false,
    pingInterval: 10_000,
    maxPingOut: 2,
  }).catch((cause: unknown) => {
    // Without the credentials that an address may hold.
    const hosts = servers.map((server) => server.replace(/^.*(\/\/|@)/, '')).join(', ');
    throw new Error(`NATS can not be reached at ${hosts}`, { cause });
  });
  void logStatus(connection, options.log);
  return connection;
}

async function logStatus(connection: NatsConnection, log: Logger): Promise<void> {
  for await (const status of connection.status()) {
    const { type } = status as { type: Events };
    if (type === Events.Disconnect || type === Events.Error)
      log.warn({ status }, 'the bus connection is disturbed');
    if (type === Events.Reconnect) log.info('the bus connection is back');
  }
}
