import { LRUCache } from 'lru-cache';
import type { AddressedFile, FileAddresses } from './file-addresses.ts';
import { dateFormatter } from './format-date.ts';

/** Number of cached date texts: formatting takes longer than everything else in reading a date. */
const maxRemembered = 10_000;

/** The properties of the installation that read shapes need. */
export class Site {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly #files: FileAddresses | undefined;
  readonly #formatDay: (seconds: number) => string;
  readonly #formatMoment: (seconds: number) => string;

  constructor(options: {
    publicUrl: string;
    dateFormat: string;
    timezone: string;
    /** Absent if the installation stores no files. */
    files?: FileAddresses | undefined;
  }) {
    this.#files = options.files;
    this.publicUrl = options.publicUrl;
    this.#formatDay = remembering(dateFormatter(options.dateFormat, options.timezone));
    this.#formatMoment = remembering(dateFormatter(`${options.dateFormat} H:i:s`, options.timezone));
  }

  /** The read shape of dates (docs/reading-a-record.md#what-a-field-reads): the timestamp is text. */
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

  /** URL of a record for people, without a trailing slash. */
  permalink(postType: string, id: number): string {
    return `${this.publicUrl}/${postType}/${id}`;
  }
}

function remembering(format: (seconds: number) => string): (seconds: number) => string {
  const texts = new LRUCache<number, string>({ max: maxRemembered });
  return (seconds) => {
    const known = texts.get(seconds);
    if (known !== undefined) return known;
    const text = format(seconds);
    texts.set(seconds, text);
    return text;
  };
}
