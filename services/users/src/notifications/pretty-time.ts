import { languageFor, languageTag } from '@svc/language';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** From the largest: its name, and its length in seconds. */
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
];

/** How long ago something was, in the language of a locale, and its day as `m/d/Y`, UTC. Less than a minute counts as one. */
export function prettyTime(at: Date, now: Date, locale: string): [string, string] {
  const seconds = Math.max(minute, (now.getTime() - at.getTime()) / 1_000);
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? ['minute', minute];
  const tag = languageTag(languageFor(locale));
  const ago = new Intl.RelativeTimeFormat(tag).format(-Math.floor(seconds / length), unit);
  const [year, month, ofMonth] = at.toISOString().slice(0, 10).split('-');
  return [ago, `${month}/${ofMonth}/${year}`];
}
