import { parseArgs } from 'node:util';
import { instanceNames } from '@svc/contracts';
import { readPort, readStackConfig, StackError, type Env } from '@svc/local-stack';
import type { Instances } from './service-environment.ts';

const options = { 'no-demo': { type: 'boolean' }, instances: { type: 'string' } } as const;
const USAGE = 'Usage: npm start [-- [--no-demo] [--instances 2 | --instances gateway=2,records=3]]';
const PAIR = `(${instanceNames.join('|')})=[1-9]`;
const INSTANCES = new RegExp(`^([1-9]|${PAIR}(,${PAIR})*)$`);

export type LauncherConfig = ReturnType<typeof readLauncherConfig>;

/** Reads and checks the settings of `npm start`. The services check their own. */
export function readLauncherConfig(env: Env = process.env, args = process.argv.slice(2)) {
  const { values, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  const isKnown = (token: (typeof tokens)[number]) => token.kind === 'option' && token.name in options;
  const unknown = tokens.filter((token) => !isKnown(token)).map(({ index }) => args[index]);
  if (unknown.length) throw new StackError(`Unknown argument ${unknown.join(' ')}. ${USAGE}`);
  const problems: string[] = [];
  const instances = readInstances(values['instances'], problems);
  const gatewayPort = readPort(env, 'GATEWAY_PORT', problems);
  const publicUrl = env['PUBLIC_URL'];
  if (publicUrl && !URL.canParse(publicUrl)) {
    problems.push(`PUBLIC_URL is "${publicUrl}"; it must be a URL such as https://records.example.org.`);
  }
  if (problems.length) throw new StackError(`These settings are wrong:\n  ${problems.join('\n  ')}`);
  return {
    ...readStackConfig(env),
    /** By default 8080, or a free port when 8080 is in use. */
    gatewayPort,
    apiRoot: (env['API_ROOT'] || '/wp-json').replace(/\/$/, ''),
    namespacePrefix: env['NAMESPACE_PREFIXES']?.split(',')[0]?.trim() || 'svc',
    /** By default a random password that is stored with the data. */
    demoPassword: env['DEMO_PASSWORD'] || undefined,
    /** `--no-demo` leaves an empty database empty. */
    demo: !values['no-demo'],
    /** `--instances 2`, or `--instances gateway=2,records=3` with one process of the other services. */
    instances,
  };
}

/** Parses `--instances`; a wrong value adds a problem to the list. */
export function readInstances(wish: string | boolean | undefined, problems: string[]): Instances {
  if (wish === undefined) return {};
  const text = String(wish);
  if (!INSTANCES.test(text)) {
    problems.push(
      `--instances is "${text}"; it must be a number from 1 to 9 for all services, or a list such as gateway=2,records=3.`,
    );
  }
  const ofAll = instanceNames.map((service) => [service, text] as const);
  const counts = text.includes('=') ? text.split(',').map((pair) => pair.split('=')) : ofAll;
  return Object.fromEntries(counts.map(([service, count]) => [service, Number(count)]));
}
