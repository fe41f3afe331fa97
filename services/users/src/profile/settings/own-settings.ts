import { emailPreferences, userDetailKeys, type UserSetting, workloads } from '@svc/contracts';
import type { UserChange } from '../../model/change-user.ts';
import { hasControlCharacters } from '../../model/names.ts';
import { type EmailPreference, settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { type Setting, changing } from './setting.ts';

/** Names and language. If several are sent, only the first is applied. */
export const nameSettings: readonly Setting[] = [
  textSetting({
    key: 'update_display_name',
    longest: 250,
    required: true,
    change: (displayName) => ({ displayName }),
  }),
  textSetting({ key: 'locale', longest: 35, change: (locale) => ({ locale }) }),
];

const workload = textSetting({
  key: 'workload_status',
  longest: 60,
  among: workloads,
  change: (workload) => ({ settings: { workload } }),
});

/** Status and workload of a user. Setting the same workload again returns `false`. */
export const statusSettings: readonly Setting[] = [
  textSetting({
    key: 'user_status',
    longest: 60,
    change: (userStatus) => ({ settings: { userStatus } }),
  }),
  {
    ...workload,
    async read(value, context) {
      const effect = await workload.read(value, context);
      return 'problem' in effect ? effect : { ...effect, answer: (user, before) => user !== before };
    },
  },
];

/** Settings that are applied together if several are sent. */
export const ownSettings: readonly Setting[] = [
  textSetting({ key: 'gender', longest: 60, change: (gender) => ({ gender }) }),
  textSetting({
    key: 'email-preference',
    longest: 60,
    among: emailPreferences,
    change: (text) => ({ settings: { emailPreference: text as EmailPreference } }),
  }),
  textSetting({
    key: 'description',
    longest: 10_000,
    isLong: true,
    change: (description) => ({ description }),
  }),
  ...userDetailKeys.map((key) =>
    textSetting({
      key,
      longest: 250,
      change: (text, user) => ({ settings: { details: { ...settingsOf(user).details, [key]: text } } }),
    }),
  ),
];

interface TextSetting {
  readonly key: UserSetting;
  readonly longest: number;
  readonly required?: boolean;
  /** Whether it may have several lines. */
  readonly isLong?: boolean;
  /** The permitted values; empty is always permitted. */
  readonly among?: readonly string[];
  readonly change: (text: string, user: User) => UserChange;
}

function textSetting(setting: TextSetting): Setting {
  return {
    key: setting.key,
    read(value) {
      const problem = problemOf(value, setting);
      if (problem !== undefined) return { problem };
      return changing((user) => setting.change(String(value).trim(), user));
    },
  };
}

function problemOf(value: unknown, setting: TextSetting): string | undefined {
  const { key, longest, required, isLong, among } = setting;
  if (typeof value !== 'string') return `${key} is not of type string`;
  if (value.length > longest) return `${key} must have at most ${longest} characters`;
  if (!isLong && hasControlCharacters(value)) return `${key} must not have control characters`;
  if (required && value.trim() === '') return `${key} must not be empty`;
  if (!among || value.trim() === '' || among.includes(value.trim())) return undefined;
  return `${key} must be one of ${among.join(', ')}`;
}
