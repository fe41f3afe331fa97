import { connectStore } from './connect-store.ts';
import { migrate, newestVersion, type Migration } from './migrations.ts';
import { Store, type StoreOptions } from './store.ts';
import { timeCommands } from './time-commands.ts';

/** The part of a service's context that its store needs. */
type Context = Omit<StoreOptions, 'connection' | 'schemaVersion'> & {
  readonly notReady: (reason: string) => void;
};

/**
 * Migrates a service's database and opens it with its outbox and relay. Declare models on `store.connection`, then call `store.prepare()`.
 * @throws ConfigError when the database cannot be used, or has a newer version than this program can read.
 */
export async function openStore(
  context: Context,
  url: string,
  migrations: readonly Migration[],
): Promise<Store> {
  const { bus, keyring, log, metrics, notReady } = context;
  const connection = await connectStore({ url, service: keyring.identity });
  timeCommands(connection, metrics);
  try {
    await migrate({ db: connection.getClient().db(connection.name), migrations, log, notReady });
  } catch (error) {
    await connection.destroy();
    throw error;
  }
  const schemaVersion = newestVersion(migrations);
  return new Store({ connection, bus, keyring, log, metrics, schemaVersion });
}
