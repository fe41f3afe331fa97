import { locale } from './t.ts';

/** A day everywhere, and a moment in the user's own time zone. */
const styles = {
  day: { dateStyle: 'medium', timeZone: 'UTC' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
} as const;

/** By style and language. A format takes about as long to make as a row of a list to draw. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The text of a date in the language of the page. */
export function formatDate(date: Date, style: keyof typeof styles): string {
  const key = `${style} ${locale()}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale(), styles[style]);
  formats.set(key, format);
  return format.format(date);
}
