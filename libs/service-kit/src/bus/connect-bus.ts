import { connect, Events, type NatsConnection } from 'nats';
import type { Logger } from '../log/create-logger.ts';

/**
 * A connection to NATS that reconnects for ever: a bus that is away makes calls fail, not the process.
 * @throws Error when the first connection can not be made within 30 seconds.
 */
export async function connectBus(options: {
  url: string;
  name: string;
  log: Logger;
}): Promise<NatsConnection> {
  const connection = await connect({
    servers: options.url.split(',').map((server) => server.trim()),
    name: options.name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    timeout: 30_000,
    waitOnFirstConnect: false,
    pingInterval: 10_000,
    maxPingOut: 2,
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
