import type { Message } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import type { UserChange } from '../../model/change-user.ts';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { accessSetting } from './access-setting.ts';
import { awaySettings } from './away-settings.ts';
import { listSettings, placeSettings } from './list-settings.ts';
import { nameSettings, ownSettings, statusSettings } from './own-settings.ts';
import { pushSettings } from './push-settings.ts';
import { rightsSettings } from './rights-settings.ts';
import { changing, type Effect, type Setting, type SettingContext } from './setting.ts';

/**
 * Settings that are applied alone: if several are sent, only the first in this order is
 * (docs/guides/users.md#ones-own-settings).
 */
const alone: readonly Setting[] = [
  ...statusSettings,
  ...placeSettings,
  ...awaySettings,
  ...rightsSettings,
  ...nameSettings,
  ...listSettings,
];

/** The same plus settings that only the user can change. */
const aloneForOneself: readonly Setting[] = [...alone, ...pushSettings];

/** The same plus settings that only administrators of users can change. */
const aloneForOthers: readonly Setting[] = [accessSetting, ...alone];

/** All settings. */
export const settings: readonly Setting[] = [accessSetting, ...aloneForOneself, ...ownSettings];

type Sent = Readonly<Record<string, unknown>>;

/**
 * Reads a request to change settings. Keys outside the tables are ignored, so no other data of a user can be changed.
 * @throws ServiceError `rest_invalid_param` naming every setting with an invalid value.
 */
export async function readSettings(sent: Sent, context: SettingContext, isOwn = true): Promise<Effect> {
  const first = (isOwn ? aloneForOneself : aloneForOthers).find(({ key }) => Object.hasOwn(sent, key));
  const [only] = first ? await readAll([first], sent, context) : [];
  return only ?? readOwnSettings(sent, context);
}

/** Reads the settings that are applied together, as for a new user. @throws ServiceError like `readSettings`. */
export async function readOwnSettings(sent: Sent, context: SettingContext): Promise<Effect> {
  const wanted = ownSettings.filter(({ key }) => Object.hasOwn(sent, key));
  const effects = await readAll(wanted, sent, context);
  return changing((user) => allChanges(effects, user));
}

async function readAll(wanted: readonly Setting[], sent: Sent, context: SettingContext): Promise<Effect[]> {
  const effects: Effect[] = [];
  const problems: Record<string, Message> = {};
  for (const { key, read } of wanted) {
    const effect = await read(sent[key], context);
    if ('problem' in effect) problems[key] = effect.problem;
    else effects.push(effect);
  }
  if (Object.keys(problems).length > 0) throw invalidParam(problems);
  return effects;
}

/** Applies effects one after the other, because several may change the same part. */
function allChanges(effects: readonly Effect[], user: User): UserChange {
  return effects.reduce<UserChange>((before, effect) => {
    const settings = { ...settingsOf(user), ...before.settings };
    const next = effect.change({ ...user, ...before, settings });
    return {
      ...before,
      ...next,
      ...((before.settings || next.settings) && { settings: { ...before.settings, ...next.settings } }),
    };
  }, {});
}
