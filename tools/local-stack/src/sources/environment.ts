import { ownSettings } from '../data-dir/keys.ts';
import { waitUntilUp } from '../processes/wait-until-up.ts';
import type { Address } from '../servers/server-kind.ts';
import { StackError } from '../stack-error.ts';
import type { Source, SourceContext } from './source.ts';

/** An external server, given by its address in the environment. It is never started or stopped here. */
export const environmentSource: Source = {
  name: 'environment',
  open: async (kind, { env, timing }) => {
    const { settings, label } = kind;
    const url = env[settings.url];
    if (!url) return undefined;
    const address = { url, key: (settings.key && env[settings.key]) ?? '', settings: settingsOf(env) };
    const check = () => kind.check(address);
    const timeoutMs = Math.min(timing.readyWithin, 15_000);
    const problem = await waitUntilUp({ check, timeoutMs });
    if (problem) {
      throw new StackError(
        `${settings.url} is set to ${withoutPassword(url)}, but ${label} is not usable there: ${problem}. ` +
          `Start it, correct the address, or unset ${settings.url} to start a local one.`,
      );
    }
    return { name: kind.name, source: 'environment', ...address, stop: async () => {} };
  },
};

/** The settings of the tool; with NATS_NKEY_DIR each process has its own file in that folder. */
const settingsOf = (env: SourceContext['env']): Address['settings'] => {
  const keysDir = env['NATS_NKEY_DIR'];
  return keysDir ? { ...env, ...ownSettings(keysDir) } : env;
};

const withoutPassword = (url: string): string => url.replace(/(:\/\/[^:@/]+):[^@/]+@/, '$1:…@');
