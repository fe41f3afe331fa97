import { LRUCache } from 'lru-cache';
import { permalinkMaker } from '@svc/service-kit';
import type { AddressedFile, FileAddresses } from './file-addresses.ts';

/** Number of cached date texts: formatting takes longer than everything else in reading a date. */
const maxRemembered = 10_000;

/** The properties of the installation that read shapes need. */
export class Site {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The timezone of dates, as in the setting SITE_TIMEZONE. */
  readonly timezone: string;
  readonly #permalink: (postType: string, id: number) => string;
  readonly #permalinkEnd: '/' | '';
  readonly #files: FileAddresses | undefined;
  readonly #formatDay: (seconds: number) => string;
  readonly #formatMoment: (seconds: number) => string;

  constructor(options: {
    publicUrl: string;
    /** The setting PERMALINK_TEMPLATE. */
    permalinkTemplate?: string | undefined;
    dateFormat: string;
    timezone: string;
    /** Absent if the installation stores no files. */
    files?: FileAddresses | undefined;
  }) {
    this.#files = options.files;
    this.publicUrl = options.publicUrl;
    this.timezone = options.timezone;
    this.#permalink = permalinkMaker(options.publicUrl, options.permalinkTemplate);
    this.#permalinkEnd = options.permalinkTemplate === undefined ? '/' : '';
    this.#formatDay = remembering(dateFormatter(options.dateFormat, options.timezone));
    this.#formatMoment = remembering(dateFormatter(`${options.dateFormat} H:i:s`, options.timezone));
  }

  /** The read shape of dates (docs/guides/reading-a-record.md#fields-in-an-answer): the timestamp is text. */
  dateShape(seconds: number): { timestamp: string; formatted: string } {
    return { timestamp: String(seconds), formatted: this.#formatDay(seconds) };
  }

  /** The read shape of datetimes: like dates, with the time. */
  dateTimeShape(seconds: number): { timestamp: string; formatted: string } {
    return { timestamp: String(seconds), formatted: this.#formatMoment(seconds) };
  }

  get keepsFiles(): boolean {
    return this.#files !== undefined;
  }

  /** URL under which clients get a file for a limited time; undefined if the installation stores no files. */
  fileUrl(file: AddressedFile): string | undefined {
    return this.#files?.url(file);
  }

  /** URL of a record for people, as lists show it. */
  listPermalink(postType: string, id: number): string {
    return this.#permalink(postType, id);
  }

  /** The same as single records, connections and notes show it: clients know the built-in address with a slash at its end. */
  permalink(postType: string, id: number): string {
    return this.#permalink(postType, id) + this.#permalinkEnd;
  }
}

function remembering(format: (seconds: number) => string): (seconds: number) => string {
  const texts = new LRUCache<number, string>({ max: maxRemembered, memoMethod: format });
  return (seconds) => texts.memo(seconds);
}

type Parts = Readonly<Record<string, string>>;

/** The letters of PHP's `date` formats, with which sites are configured, and the text that each stands for. */
const letters: Readonly<Record<string, (parts: Parts) => string>> = {
  Y: (parts) => (parts['year'] ?? '').padStart(4, '0'),
  y: (parts) => (parts['year'] ?? '').slice(-2),
  m: (parts) => parts['month'] ?? '',
  n: (parts) => String(Number(parts['month'])),
  F: (parts) => parts['monthName'] ?? '',
  M: (parts) => (parts['monthName'] ?? '').slice(0, 3),
  d: (parts) => parts['day'] ?? '',
  j: (parts) => String(Number(parts['day'])),
  l: (parts) => parts['weekday'] ?? '',
  D: (parts) => (parts['weekday'] ?? '').slice(0, 3),
  H: (parts) => parts['hour'] ?? '',
  i: (parts) => parts['minute'] ?? '',
  s: (parts) => parts['second'] ?? '',
};

/** Formats times in a timezone. Unknown letters are written as they are, and so is a letter after `\`. */
function dateFormatter(format: string, timezone: string): (seconds: number) => string {
  const numeric = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const words = new Intl.DateTimeFormat('en-US', { timeZone: timezone, month: 'long', weekday: 'long' });
  const pieces = format.match(/\\.|./gsu) ?? [];
  const isNamed = pieces.some((piece) => 'FMlD'.includes(piece));
  return (seconds) => {
    const moment = new Date(seconds * 1000);
    const parted = isNamed ? words.formatToParts(moment) : [];
    const named = Object.fromEntries(parted.map(({ type, value }) => [type, value]));
    const parts: Parts = {
      ...Object.fromEntries(numeric.formatToParts(moment).map(({ type, value }) => [type, value])),
      monthName: named['month'] ?? '',
      weekday: named['weekday'] ?? '',
    };
    return pieces
      .map((piece) => (piece.startsWith('\\') ? piece.slice(1) : (letters[piece]?.(parts) ?? piece)))
      .join('');
  };
}
