import { readPort, readStackConfig, StackError, type Env, type StackConfig } from '@svc/local-stack';

export interface LauncherConfig extends StackConfig {
  /** GATEWAY_PORT. Default: 8080, or a free port when that is taken. */
  gatewayPort: number | undefined;
  /** API_ROOT. Default /wp-json. */
  apiRoot: string;
  /** NAMESPACE_PREFIXES, comma-separated; the first one is shown. Default svc. */
  namespacePrefix: string;
  /** DEMO_PASSWORD. Default: a random one that stays with the data. */
  demoPassword: string | undefined;
  /** `--no-demo` leaves an empty database empty. */
  demo: boolean;
}

const USAGE = 'Usage: npm start [-- --no-demo]';

/** The settings of npm start, checked. Those of the services are checked by the services. */
export function readLauncherConfig(env: Env = process.env, args = process.argv.slice(2)): LauncherConfig {
  const unknown = args.filter((arg) => arg !== '--no-demo');
  if (unknown.length) throw new StackError(`There is no argument ${unknown.join(' ')}. ${USAGE}`);
  const problems: string[] = [];
  const gatewayPort = readPort(env, 'GATEWAY_PORT', problems);
  const publicUrl = env['PUBLIC_URL'];
  if (publicUrl && !URL.canParse(publicUrl)) {
    problems.push(`PUBLIC_URL is "${publicUrl}"; it must be a URL like https://records.example.org.`);
  }
  if (problems.length) throw new StackError(`These settings are wrong:\n  ${problems.join('\n  ')}`);
  return {
    ...readStackConfig(env),
    gatewayPort,
    apiRoot: (env['API_ROOT'] || '/wp-json').replace(/\/$/, ''),
    namespacePrefix: env['NAMESPACE_PREFIXES']?.split(',')[0]?.trim() || 'svc',
    demoPassword: env['DEMO_PASSWORD'] || undefined,
    demo: !args.includes('--no-demo'),
  };
}
