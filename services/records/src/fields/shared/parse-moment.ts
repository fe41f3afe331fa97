const numeric = /^-?\d+(\.\d+)?$/;
const isoLike =
  /^(?:(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})|(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2}))(?:[T ]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?)?\s*(?<zone>Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|UTC|GMT)?$/i;
const inWords =
  /^(?:[a-z]{3,9},?\s+)?(?:[a-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}(?:st|nd|rd|th)?\s+[a-z]{3,9}\.?,?\s+\d{4})(?<rest>.*)$/i;

/** The first second of year 1 and the last of year 9999: the formats that clients read have four digits for the year. */
const earliest = -62_135_596_800;
const latest = 253_402_300_799;

/**
 * Parses a moment into Unix seconds. Clients send Unix seconds (a number or its text), `yyyy-mm-dd` or `yyyy/mm/dd`,
 * the same with a time and an optional zone, or a date in English words. Without a zone it is UTC. Undefined for anything else, impossible
 * dates included, and for `05/06/2020`, which means two days to different people.
 */
export function parseMoment(input: unknown): number | undefined {
  if (typeof input === 'number') return withinYears(Math.trunc(input));
  if (typeof input !== 'string') return undefined;
  const text = input.trim();
  if (numeric.test(text)) return withinYears(Math.trunc(Number(text)));
  const match = isoLike.exec(text);
  return withinYears(match?.groups ? fromParts(match.groups) : fromWords(text));
}

function fromParts(parts: Record<string, string | undefined>): number | undefined {
  const part = (name: string) => Number(parts[name] ?? 0);
  const year = part('year');
  const month = part('month');
  const day = part('day');
  const hour = part('hour');
  const minute = part('minute');
  const second = part('second');
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal ? date.getTime() / 1000 - zoneSeconds(parts['zone']) : undefined;
}

function zoneSeconds(zone: string | undefined): number {
  const match = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  const seconds = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60;
  return match[1] === '-' ? -seconds : seconds;
}

function fromWords(text: string): number | undefined {
  const match = inWords.exec(text);
  if (!match) return undefined;
  const plain = text.replaceAll(/(\d)(?:st|nd|rd|th)\b/gi, '$1');
  const hasZone = /(?:UTC|GMT|Z|[+-]\d{2}:?\d{2})$/i.test(plain);
  const milliseconds = Date.parse(hasZone ? plain : `${plain} UTC`);
  const day = Number(/\b\d{1,2}\b/.exec(plain)?.[0]);
  const isReal = !Number.isNaN(milliseconds) && (hasZone || new Date(milliseconds).getUTCDate() === day);
  return isReal ? milliseconds / 1000 : undefined;
}

function withinYears(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds >= earliest && seconds <= latest ? seconds : undefined;
}
