import { join } from 'node:path';
import { instanceNames, type InstanceName } from '@svc/contracts';
import { freePorts, processFile, SupervisedProcess, type Env, type Supervision } from '@svc/local-stack';
import { serviceEnvironment, type Instances, type StackAddresses } from './service-environment.ts';

/**
 * The objects of one page of a list fill some megabytes: in a young generation of a few more, most of them are garbage when it is
 * collected, and nothing is copied. The old generation is collected when it has grown by a third since its last collection; by default V8
 * lets it grow up to three times as large.
 */
const memoryFlags = ['--max-semi-space-size=32', '--heap-growing-percent=30'];
/** By default glibc keeps freed memory of its own for each thread, and a process has some ten. */
const memoryEnv = { MALLOC_ARENA_MAX: '2' };

interface Place {
  service: InstanceName;
  /** From 0. */
  index: number;
  entry: string;
  opsPort: number;
  httpPort: number | undefined;
}

/** One process of a service, restarted when it ends, always with the same address and log. */
export class ServiceInstance extends SupervisedProcess {
  readonly service: InstanceName;
  readonly index: number;
  readonly opsUrl: string;
  /** The address of the HTTP API, for gateways only. */
  readonly httpUrl: string | undefined;

  constructor(place: Place, options: InstancesOptions & { publicUrl: string }) {
    const { service, index, entry, opsPort, httpPort } = place;
    const label = index === 0 ? service : `${service}-${index + 1}`;
    const opsUrl = `http://127.0.0.1:${opsPort}`;
    const env = { ...serviceEnvironment(service, { ...options, opsPort, httpPort }), ...memoryEnv };
    super(
      {
        label,
        logFile: join(options.dataDir, 'logs', `${label}.log`),
        processFile: processFile(options.dataDir, label),
        command: () => ({ file: process.execPath, args: [...memoryFlags, entry], env }),
        check: () => checkReady(opsUrl),
      },
      options,
    );
    this.service = service;
    this.index = index;
    this.opsUrl = opsUrl;
    this.httpUrl = httpPort === undefined ? undefined : `http://127.0.0.1:${httpPort}`;
  }
}

/** @throws Error with the reason, from the service itself, why it is not ready. */
async function checkReady(opsUrl: string): Promise<void> {
  const asked = fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
  const response = await asked.catch(() => undefined);
  if (!response) throw new Error('/readyz does not answer');
  const body = await response.text();
  if (response.status !== 200) throw new Error(`/readyz answers ${response.status}: ${body.slice(0, 300)}`);
}

interface InstancesOptions extends Supervision {
  stack: StackAddresses;
  dataDir: string;
  keyringDir: string;
  env: Env;
  instances: Instances;
  entryOf: (service: InstanceName) => string;
}

/** Starts the processes of all services. Each keeps its ports and settings when it is restarted. */
export async function startInstances(options: InstancesOptions) {
  const { env, entryOf } = options;
  const wanted = instanceNames.flatMap((service) =>
    Array.from({ length: options.instances[service] ?? 1 }, (_, index) => ({ service, index })),
  );
  const gateways = wanted.filter(({ service }) => service === 'gateway').length;
  const ports = await freePorts(wanted.length + gateways);
  const httpPorts = ports.splice(0, gateways);
  if (env['GATEWAY_PORT'] && gateways) httpPorts[0] = Number(env['GATEWAY_PORT']);
  const gatewayUrls = httpPorts.map((port) => `http://127.0.0.1:${port}`);
  const started = { ...options, publicUrl: env['PUBLIC_URL'] || (gatewayUrls[0] ?? 'http://127.0.0.1') };
  const instances = wanted.map(({ service, index }, at) => {
    const opsPort = ports[at] as number;
    const httpPort = service === 'gateway' ? httpPorts[index] : undefined;
    return new ServiceInstance({ service, index, entry: entryOf(service), opsPort, httpPort }, started);
  });

  /** Starts a new process of the service, optionally with another entry file, and stops the old one once the new one is ready. */
  const replace = async (old: ServiceInstance, entry = entryOf(old.service)) => {
    const { service } = old;
    const [opsPort = 0, freePort] = await freePorts(2);
    const httpPort = service === 'gateway' ? freePort : undefined;
    const index = Math.max(...instances.map((each) => (each.service === service ? each.index : 0))) + 1;
    const next = new ServiceInstance({ service, index, entry, opsPort, httpPort }, started);
    instances.push(next);
    await next.ready();
    await old.stop();
    instances.splice(instances.indexOf(old), 1);
  };
  return { instances, gatewayUrls, replace };
}
