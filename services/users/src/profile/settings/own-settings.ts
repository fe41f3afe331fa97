import { type EmailPreference, settingsOf } from '../../model/user-settings.ts';
import { detailKeys } from '../details.ts';
import { workloadKeys } from '../workload.ts';
import type { Setting } from './setting.ts';
import { textSetting } from './text-setting.ts';

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

const userStatus = textSetting({
  key: 'user_status',
  longest: 60,
  change: (userStatus) => ({ settings: { userStatus } }),
});

const workload = textSetting({
  key: 'workload_status',
  longest: 60,
  among: workloadKeys,
  change: (workload) => ({ settings: { workload } }),
});

/** Status and workload of a user. Setting the same workload again returns `false`. */
export const statusSettings: readonly Setting[] = [
  userStatus,
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
    among: ['real-time', 'hourly', 'daily'],
    change: (text) => ({ settings: { emailPreference: text as EmailPreference } }),
  }),
  textSetting({
    key: 'description',
    longest: 10_000,
    isLong: true,
    change: (description) => ({ description }),
  }),
  ...detailKeys.map((key) =>
    textSetting({
      key,
      longest: 250,
      change: (text, user) => ({ settings: { details: { ...settingsOf(user).details, [key]: text } } }),
    }),
  ),
];
