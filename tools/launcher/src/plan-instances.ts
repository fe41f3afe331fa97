import { join } from 'node:path';
import { freePorts, type Env, type Report } from '@svc/local-stack';
import { serviceEnvironment, type StackAddresses } from './service-environment.ts';
import { serviceLog } from './service-log.ts';
import { SERVICE_NAMES, type ServiceName } from './service-name.ts';
import type { InstanceSpec } from './supervision.ts';

export interface Planning {
  stack: StackAddresses;
  dataDir: string;
  keyringDir: string;
  env: Env;
  report: Report;
  instances: Partial<Record<ServiceName, number>>;
  entryOf: (service: ServiceName) => string;
}

export interface Plan {
  specs: InstanceSpec[];
  gatewayUrls: string[];
}

/** Decides which processes run, with which ports and settings. Ports stay the same when a process is started again. */
export async function planInstances(planning: Planning): Promise<Plan> {
  const wanted = SERVICE_NAMES.flatMap((service) =>
    Array.from({ length: planning.instances[service] ?? 1 }, (_, index) => ({ service, index })),
  );
  const gateways = wanted.filter(({ service }) => service === 'gateway').length;
  const [opsPorts, httpPorts] = split(await freePorts(wanted.length + gateways), wanted.length);
  if (planning.env['GATEWAY_PORT']) httpPorts[0] = Number(planning.env['GATEWAY_PORT']);
  const gatewayUrls = httpPorts.slice(0, gateways).map((port) => `http://127.0.0.1:${port}`);
  const publicUrl = planning.env['PUBLIC_URL'] || (gatewayUrls[0] ?? 'http://127.0.0.1');

  const specs = wanted.map(({ service, index }, at) => {
    const opsPort = opsPorts[at] as number;
    const httpPort = service === 'gateway' ? httpPorts[index] : undefined;
    return specOf(planning, {
      service,
      index,
      opsPort,
      publicUrl,
      ...(httpPort !== undefined && { httpPort }),
    });
  });
  return { specs, gatewayUrls };
}

interface Seat {
  service: ServiceName;
  index: number;
  opsPort: number;
  httpPort?: number;
  publicUrl: string;
}

function specOf(planning: Planning, { service, index, ...seat }: Seat): InstanceSpec {
  const label = index === 0 ? service : `${service}-${index + 1}`;
  return {
    service,
    index,
    label,
    entry: planning.entryOf(service),
    env: serviceEnvironment(service, { ...planning, ...seat }),
    opsUrl: `http://127.0.0.1:${seat.opsPort}`,
    log: serviceLog(join(planning.dataDir, 'logs', `${label}.log`), label, planning.report),
  };
}

const split = (ports: number[], at: number): [number[], number[]] => [ports.slice(0, at), ports.slice(at)];
