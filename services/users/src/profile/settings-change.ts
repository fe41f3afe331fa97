import { invalidParam } from '@svc/service-kit';
import type { UserChange } from '../store/change-user.ts';
import { hasControlCharacters } from '../store/has-control-characters.ts';

/** A setting that a user may change: which part of the user it is, and its largest length. */
interface OwnSetting {
  readonly part: 'displayName' | 'locale' | 'gender' | 'description';
  readonly longest: number;
  readonly required?: boolean;
  /** It may have several lines. */
  readonly isLong?: boolean;
}

/** Settings that are handled alone: of several, the first one counts (facts of `user/update`). */
const single: ReadonlyMap<string, OwnSetting> = new Map<string, OwnSetting>([
  ['update_display_name', { part: 'displayName', longest: 250, required: true }],
  ['locale', { part: 'locale', longest: 35 }],
]);

const together: ReadonlyMap<string, OwnSetting> = new Map<string, OwnSetting>([
  ['gender', { part: 'gender', longest: 60 }],
  ['description', { part: 'description', longest: 10_000, isLong: true }],
]);

/**
 * What a request to change one's own settings asks for; keys without a meaning are passed over.
 * @throws ServiceError `rest_invalid_param` naming every setting with a value that can not be.
 */
export function settingsChange(settings: Readonly<Record<string, unknown>>): UserChange {
  const first = [...single].find(([key]) => key in settings);
  const wanted = first ? [first] : [...together].filter(([key]) => key in settings);
  const problems = wanted.flatMap(([key, setting]) => {
    const problem = problemOf(key, settings[key], setting);
    return problem === undefined ? [] : [[key, problem] as const];
  });
  if (problems.length > 0) throw invalidParam(Object.fromEntries(problems));
  return Object.fromEntries(wanted.map(([key, { part }]) => [part, String(settings[key]).trim()]));
}

function problemOf(
  key: string,
  value: unknown,
  { longest, required, isLong }: OwnSetting,
): string | undefined {
  if (typeof value !== 'string') return `${key} is not of type string`;
  if (value.length > longest) return `${key} is longer than ${longest} characters`;
  if (!isLong && hasControlCharacters(value)) return `${key} has control characters`;
  return required && value.trim() === '' ? `${key} is empty` : undefined;
}
