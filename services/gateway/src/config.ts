import { isIP } from 'node:net';
import { z } from 'zod';
import {
  apiRoot,
  commaList,
  deadlineSettings,
  loadConfig,
  longDeadline,
  port,
  toggle,
  type ConfigOf,
  type Settings,
} from '@svc/service-kit';

/** The maximum size of a request body, in bytes. Fixed, because services and the bus are sized for it. */
export const bodyLimit = 1_048_576;

const prefix = /^[a-z][a-z0-9_]*$/;
const proxyGroups = ['loopback', 'linklocal', 'uniquelocal'];

/** The gateway's own settings, in addition to those of every service. */
export const gatewaySettings = {
  GATEWAY_PORT: { meaning: 'port of the HTTP API; 0 for any free port', schema: port.default(8080) },
  GATEWAY_HOST: {
    meaning: 'address of the network interface that serves the HTTP API; in a container 0.0.0.0',
    schema: z.string().default('127.0.0.1'),
  },
  PUBLIC_URL: {
    meaning: 'URL at which clients reach the service; also the issuer of tokens',
    schema: z
      .url({ protocol: /^https?$/, error: 'must be an address like https://records.example.org' })
      .default('http://127.0.0.1:8080')
      .transform((url) => url.replace(/(?<!\/)\/+$/, '')),
  },
  API_ROOT: {
    meaning: 'path that begins the address of every endpoint; / for none',
    schema: apiRoot,
  },
  NAMESPACE_PREFIXES: {
    meaning: 'prefixes of the served namespaces, separated by commas, for example svc,dt',
    schema: commaList
      .refine(
        (all) => all.length > 0 && all.every((one) => prefix.test(one)),
        'must be names like svc or svc,dt',
      )
      .default(['svc']),
  },
  CORS_ORIGINS: {
    meaning:
      'origins of the web pages that may call the API, separated by commas; loopback for any of this machine, * for any origin',
    schema: commaList
      .refine((all) => all.every(isOrigin), 'must be origins like https://app.example.org, or loopback, or *')
      .default([]),
  },
  TRUST_PROXY: {
    meaning:
      'number of proxies in front of the gateway, or their addresses; X-Forwarded-For and X-Forwarded-Proto are trusted from these proxies alone',
    schema: z
      .string()
      .refine(
        isProxyList,
        'must be a number of proxies, or addresses and networks (also loopback, linklocal, uniquelocal)',
      )
      .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
      .default(0),
  },
  DEBUG_MODE: {
    meaning: 'whether requests of site links are accepted without HTTPS; unsafe with real data',
    schema: toggle.default(false),
  },
  DEMO_PASSWORD_FILE: {
    meaning:
      'file with the password of the demo users, which the home page names and does not read; set by npm start',
    schema: z.string().optional(),
  },
  CONSOLE_FOLDER: {
    meaning:
      'folder of the bundled console, which /console serves; without it there is no console; set by npm start',
    schema: z.string().optional(),
  },
  ...deadlineSettings,
  LONG_DEADLINE_MS: longDeadline,
  LOGIN_REQUESTS_PER_MINUTE: {
    meaning:
      'maximum number of requests to the token endpoint from one address per minute; failed logins of an account have a separate limit',
    schema: z.coerce.number().int().min(1).default(300),
  },
  KEY_REQUESTS_PER_MINUTE: {
    meaning: 'maximum number of requests with one API key per minute and gateway; by default no limit',
    schema: z.coerce.number().int().min(1).optional(),
  },
  EVENT_STREAMS_PER_USER: {
    meaning: 'maximum number of event streams of one user that a gateway process serves at the same time',
    schema: z.coerce.number().int().min(1).default(100),
  },
  EVENT_STREAMS_PER_ADDRESS: {
    meaning:
      'maximum number of event streams from one address that a gateway process serves at the same time',
    schema: z.coerce.number().int().min(1).default(1_000),
  },
} satisfies Settings;

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;

/** Only the settings that determine the paths of endpoints, for the command that prints them. */
export function loadPathConfig(
  env: NodeJS.ProcessEnv = process.env,
): Pick<GatewayConfig, 'API_ROOT' | 'NAMESPACE_PREFIXES'> {
  const { API_ROOT, NAMESPACE_PREFIXES } = gatewaySettings;
  return loadConfig({ API_ROOT, NAMESPACE_PREFIXES }, env);
}

function isOrigin(text: string): boolean {
  return ['*', 'loopback'].includes(text) || (URL.canParse(text) && new URL(text).origin === text);
}

function isProxyList(text: string): boolean {
  if (/^\d+$/.test(text)) return true;
  return text.split(',').every((part) => {
    const [address = '', bits] = part.trim().split('/');
    if (proxyGroups.includes(address)) return bits === undefined;
    return isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
  });
}
