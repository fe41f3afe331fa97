import type { ServiceContext } from './run-service.ts';
import { connectStore } from '../store/connect-store.ts';
import { migrate, newestVersion, type Migration } from '../store/migrations.ts';
import { Store } from '../store/store.ts';
import { timeCommands } from '../store/time-commands.ts';

/**
 * Migrates a service's database and opens it with its outbox and relay. Declare models on `store.connection`, then call `store.prepare()`.
 * @throws ConfigError when the database cannot be used, or has a newer version than this program can read.
 */
export async function openStore(
  context: ServiceContext,
  url: string,
  migrations: readonly Migration[],
): Promise<Store> {
  const { bus, keyring, log, metrics, notReady } = context;
  const connection = await connectStore({ url, service: keyring.identity });
  timeCommands(connection.getClient(), metrics);
  try {
    await migrate({ db: connection.getClient().db(connection.name), migrations, log, notReady });
  } catch (error) {
    await connection.destroy();
    throw error;
  }
  const schemaVersion = newestVersion(migrations);
  return new Store({ connection, bus, keyring, log, metrics, schemaVersion });
}
