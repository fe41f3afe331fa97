import type { Consumer, ConsumerConfig, NatsConnection } from 'nats';

/** JetStream: a consumer of this name is there, with other settings. */
const takenCodes = [10_013, 10_105, 10_148];

/** A durable consumer with these settings: made, or changed when it is there with others. */
export async function ensureConsumer(
  connection: NatsConnection,
  stream: string,
  config: Partial<ConsumerConfig> & { readonly durable_name: string },
): Promise<Consumer> {
  const { consumers } = await connection.jetstreamManager();
  await consumers.add(stream, config).catch(async (error: unknown) => {
    if (!isTaken(error)) throw error;
    await consumers.update(stream, config.durable_name, config);
  });
  return connection.jetstream().consumers.get(stream, config.durable_name);
}

function isTaken(error: unknown): boolean {
  const code = (error as { api_error?: { err_code?: number } }).api_error?.err_code;
  return code !== undefined && takenCodes.includes(code);
}
