import { settingsOf, type EmailPreference } from '../../store/user-settings.ts';
import { detailKeys } from '../details.ts';
import { textSetting } from './text-setting.ts';
import type { Setting } from './setting.ts';

/** Names and language: of several, the first one counts. */
export const nameSettings: readonly Setting[] = [
  textSetting({
    key: 'update_display_name',
    longest: 250,
    required: true,
    change: (displayName) => ({ displayName }),
  }),
  textSetting({ key: 'locale', longest: 35, change: (locale) => ({ locale }) }),
];

/** What is stored together, however much of it is sent. */
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
