import type { InstanceName } from '@svc/contracts';
import type { Env, Stack } from '@svc/local-stack';
import { join } from 'node:path';
import { serviceSettings } from './service-settings.ts';

export type Instances = Partial<Record<InstanceName, number>>;

export type StackAddresses = Pick<Stack, 'mongodbUrl' | 'natsUrl' | 'meiliUrl' | 'meiliKey'> &
  Partial<Pick<Stack, 'natsKeysDir'>>;

interface ServiceSettings {
  env: Env;
  stack: StackAddresses;
  keyringDir: string;
  publicUrl: string;
  opsPort: number;
  /** The port of the HTTP API, for gateways only. */
  httpPort?: number | undefined;
}

/** Environment variables of the machine that every process gets unchanged. */
const OF_MACHINE = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE'];
const CREDENTIALS = ['NATS_USER', 'NATS_PASSWORD', 'NATS_TOKEN', 'NATS_NKEY_FILE', 'NATS_CREDS_FILE'];

/** The complete environment of a service process: its own settings and what belongs to the machine, and no other variable. */
export function serviceEnvironment(service: InstanceName, settings: ServiceSettings): Record<string, string> {
  const { stack, keyringDir, publicUrl, opsPort, httpPort } = settings;
  const { natsKeysDir } = stack;
  return {
    // No load balancer needs time to notice that a process stops.
    DRAIN_DELAY_MS: '0',
    ...handedOn(service, settings),
    ...(service !== 'gateway' && { MONGODB_URL: stack.mongodbUrl }),
    NATS_URL: stack.natsUrl,
    ...(natsKeysDir !== undefined && { NATS_NKEY_FILE: join(natsKeysDir, `${service}.nk`) }),
    ...(service === 'search' && { MEILI_URL: stack.meiliUrl, MEILI_KEY: stack.meiliKey }),
    KEYRING_FILE: join(keyringDir, `${service}.json`),
    PUBLIC_URL: publicUrl,
    OPS_PORT: String(opsPort),
    ...(httpPort !== undefined && { GATEWAY_PORT: String(httpPort) }),
  };
}

/** The environment variables that a service reads, except those that the launcher sets: the host of its state, and the nkey for the stack. */
function handedOn(
  service: InstanceName,
  { env, stack }: Pick<ServiceSettings, 'env' | 'stack'>,
): Record<string, string> {
  const ours = new Set(['OPS_HOST', ...(stack.natsKeysDir === undefined ? [] : CREDENTIALS)]);
  const isRead = (name: string) => name in (serviceSettings[service] ?? {}) || name.startsWith('OTEL_');
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        (OF_MACHINE.includes(entry[0]) || (isRead(entry[0]) && !ours.has(entry[0]))),
    ),
  );
}
