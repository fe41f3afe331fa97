import { readFileSync } from 'node:fs';
import {
  credsAuthenticator,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
  type ConnectionOptions,
} from 'nats';
import { busSettings, type BusConfig } from '../config/common-settings.ts';
import { ConfigError } from '../config/load-config.ts';
import { publicKeyOf } from './bus-keys.ts';

type SettingName = keyof typeof busSettings;

/** The ways to authenticate at NATS; a process uses one of them. */
const ways = [
  ['NATS_USER', 'NATS_PASSWORD'],
  ['NATS_TOKEN'],
  ['NATS_NKEY_FILE'],
  ['NATS_CREDS_FILE'],
] as const;
const pairs = [
  ['NATS_USER', 'NATS_PASSWORD'],
  ['NATS_CERT_FILE', 'NATS_KEY_FILE'],
] as const;

/** The names of the settings with which a process authenticates at NATS; empty when it has none. */
export function loginMethods(config: BusConfig): readonly (readonly SettingName[])[] {
  return ways.filter((names) => names.some((name) => config[name] !== undefined));
}

/**
 * Returns the options of a connection to NATS: credentials and certificates.
 * @throws ConfigError naming every setting that is wrong, unreadable, or excluded by another one.
 */
export function busLogin(config: BusConfig): Pick<ConnectionOptions, 'authenticator' | 'tls'> {
  const problems: string[] = [];
  const report = (name: SettingName, problem: string) =>
    void problems.push(`  ${name}: ${problem} - ${busSettings[name].meaning}`);
  const contentOf = (name: SettingName) => readSetting(name, config[name], report);
  const files = {
    seed: contentOf('NATS_NKEY_FILE'),
    creds: contentOf('NATS_CREDS_FILE'),
    ca: contentOf('NATS_CA_FILE'),
    cert: contentOf('NATS_CERT_FILE'),
    key: contentOf('NATS_KEY_FILE'),
  };
  checkTogether(config, report);
  if (files.seed !== undefined && !isSeed(files.seed))
    report('NATS_NKEY_FILE', 'must contain the seed of a user (SU…)');
  if (problems.length > 0) throw new ConfigError(`The configuration is invalid:\n${problems.join('\n')}`);
  const { seed, creds, ...tls } = files;
  const authenticator = authenticatorOf(config, { seed, creds });
  return {
    ...(authenticator && { authenticator }),
    ...(Object.values(tls).some((content) => content !== undefined) && { tls: withoutAbsent(tls) }),
  };
}

type Report = (name: SettingName, problem: string) => void;

function readSetting(name: SettingName, file: string | undefined, report: Report): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    report(name, `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}: ${file})`);
    return undefined;
  }
}

function checkTogether(config: BusConfig, report: Report): void {
  const [first, ...others] = loginMethods(config);
  for (const [name] of others)
    if (name && first) report(name, `must not be set together with ${first.join(' and ')}`);
  for (const pair of pairs)
    for (const [name, other] of [pair, [pair[1], pair[0]]] as const)
      if (config[name] === undefined && config[other] !== undefined)
        report(name, `must be set together with ${other}`);
}

function isSeed(text: string): boolean {
  try {
    return publicKeyOf(text).startsWith('U');
  } catch {
    return false;
  }
}

function authenticatorOf(
  { NATS_USER: user, NATS_PASSWORD: password, NATS_TOKEN: token }: BusConfig,
  { seed, creds }: { readonly seed: string | undefined; readonly creds: string | undefined },
): ConnectionOptions['authenticator'] {
  if (user !== undefined) return usernamePasswordAuthenticator(user, password ?? '');
  if (token !== undefined) return tokenAuthenticator(token);
  if (seed !== undefined) return nkeyAuthenticator(Buffer.from(seed.trim()));
  return creds === undefined ? undefined : credsAuthenticator(Buffer.from(creds));
}

function withoutAbsent(tls: Record<string, string | undefined>): NonNullable<ConnectionOptions['tls']> {
  return Object.fromEntries(Object.entries(tls).filter(([, content]) => content !== undefined));
}
