import type { ServiceContext } from './run-service.ts';
import { connectStore } from '../store/connect-store.ts';
import { Store } from '../store/store.ts';

/** Opens a service's database with its outbox and relay. Declare models on `store.connection`, then `store.prepare()`. */
export async function openStore(context: ServiceContext, url: string): Promise<Store> {
  const connection = await connectStore({ url, service: context.keyring.identity });
  const { bus, keyring, log, metrics } = context;
  return new Store({ connection, bus, jetstream: bus.jetstream(), keyring, log, metrics });
}
