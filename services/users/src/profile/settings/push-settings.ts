import { ServiceError } from '@svc/contracts';
import { hasControlCharacters } from '../../model/names.ts';
import { settingsOf, type PushDevice } from '../../model/user-settings.ts';
import { changing, type Setting } from './setting.ts';

/** Maximum number of a user's devices; beyond it the oldest is dropped. */
const maxDevices = 20;

const maxLengths = { device_id: 250, token: 4_096 } as const;

/** The devices of a user that take pushes. Only the user can change them. */
export const pushSettings: readonly Setting[] = [
  {
    key: 'add_push_token',
    read(value) {
      const device = readDevice(value);
      if (!device) throw new ServiceError('missing_error', 'Required token and device_id field');
      return changing((user) => {
        const others = settingsOf(user).pushDevices.filter(
          ({ device_id: id, token }) => id !== device.device_id && token !== device.token,
        );
        return { settings: { pushDevices: [...others, device].slice(-maxDevices) } };
      });
    },
  },
  {
    key: 'remove_push_token',
    read(value) {
      const id = readText(value, 'device_id');
      if (id === undefined) throw new ServiceError('missing_error', 'Required device_id field');
      return changing((user) => ({
        settings: { pushDevices: settingsOf(user).pushDevices.filter((device) => device.device_id !== id) },
      }));
    },
  },
];

function readDevice(value: unknown): PushDevice | undefined {
  const id = readText(value, 'device_id');
  const token = readText(value, 'token');
  return id === undefined || token === undefined ? undefined : { device_id: id, token };
}

/** A property of the sent value, if it is a single line of permitted length. */
function readText(value: unknown, key: keyof PushDevice): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text: unknown = (value as Record<string, unknown>)[key];
  if (typeof text !== 'string' || text.length > maxLengths[key] || hasControlCharacters(text))
    return undefined;
  return text.trim() === '' ? undefined : text.trim();
}
