import { lockDataDir, startStack, type Guard, type Report, type Stack } from '@svc/local-stack';
import { startServices, type Services } from '@svc/launcher';
import type { BenchConfig } from '../config.ts';
import { entryOf } from './profiled-entry.ts';

/** MongoDB, NATS and Meilisearch over the data of a folder. */
export interface OpenStack {
  stack: Stack;
  stop(): Promise<void>;
}

/** The measured installation: the services as `npm start` runs them. */
export interface Installation extends OpenStack {
  services: Services;
  /** The base URL of the records API. */
  postsUrl: string;
}

interface Tools {
  guard: Guard;
  report: Report;
}

/** Starts the servers on free ports with the data of the folder. */
export async function openStack(
  { dataDir, env }: Pick<BenchConfig, 'dataDir' | 'env'>,
  { guard, report }: Tools,
): Promise<OpenStack> {
  const unlock = await lockDataDir(dataDir, { guardPid: guard.pid, report });
  try {
    const stack = await startStack({ dataDir, env, guard, report });
    const stop = () => stack.stop().finally(unlock);
    return { stack, stop };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Starts the servers and the five services. */
export async function openInstallation(
  config: Pick<BenchConfig, 'dataDir' | 'env' | 'instances' | 'profile'>,
  { guard, report }: Tools,
): Promise<Installation> {
  const { dataDir, env, instances, profile } = config;
  const { stack, stop } = await openStack(config, { guard, report });
  try {
    const running = { dataDir, env, instances, stack, guard, report, entryOf: entryOf(profile, dataDir) };
    const services = await startServices(running);
    const stopAll = () => services.stop().finally(stop);
    const postsUrl = `${services.gatewayUrl}/wp-json/svc-posts/v2`;
    return { stack, services, postsUrl, stop: stopAll };
  } catch (error) {
    await stop();
    throw error;
  }
}
