import type { UserChange } from '../../model/change-user.ts';
import { hasControlCharacters } from '../../model/has-control-characters.ts';
import type { User } from '../../model/user.ts';
import { changing, type Setting } from './setting.ts';

/** The rules for a text, and the change that it makes. */
export interface TextSetting {
  readonly key: string;
  readonly longest: number;
  readonly required?: boolean;
  /** Whether it may have several lines. */
  readonly isLong?: boolean;
  /** The permitted values; empty is always permitted. */
  readonly among?: readonly string[];
  readonly change: (text: string, user: User) => UserChange;
}

export function textSetting(setting: TextSetting): Setting {
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
  if (value.length > longest) return `${key} is longer than ${longest} characters`;
  if (!isLong && hasControlCharacters(value)) return `${key} has control characters`;
  if (required && value.trim() === '') return `${key} is empty`;
  if (!among || value.trim() === '' || among.includes(value.trim())) return undefined;
  return `${key} is one of ${among.join(', ')}`;
}
