import type { Collection, Connection } from 'mongoose';
import type { Call } from '@svc/service-kit';
import { readWithDeadline } from './read-with-deadline.ts';

type Deadline = Call['deadline'];

/** Settings that administrators change at runtime, and values that the service stores about itself: one document each. */
export interface SiteSettings {
  /** Keys of the modules that are off. */
  modules: { readonly off: readonly string[] };
  /** Rows of the location grid that the installation works in; none for the whole world. */
  mapping_focus: { readonly gridIds: readonly number[] };
  /** Post type → keys of the fields that make duplicates, where they differ from the declaration. */
  duplicate_fields: { readonly fields: Readonly<Record<string, readonly string[]>> };
  /** Post type → field → the form of its stored values, as the last start found it declared. */
  field_forms: { readonly forms: Readonly<Record<string, Readonly<Record<string, string>>>> };
  backup: {
    /** The moment of the newest completed backup. */
    readonly lastAt?: Date;
    /** The end of the last restore drill that succeeded. */
    readonly drilledAt?: Date;
    /** The last restore drill that failed. */
    readonly failedDrill?: { readonly at: Date; readonly failure: string };
  };
  /** Post type → fingerprint of the format of its records' derived values (`derived/derived-form.ts`). */
  derived: { readonly forms: Readonly<Record<string, string>> };
}

/** Milliseconds for which a value that was read is used again. */
const readEvery = 1_000;

/** One setting, shared by all instances. */
export class SiteSetting<Key extends keyof SiteSettings> {
  readonly #documents: Collection<{ _id: string }>;
  readonly #key: Key;
  readonly #unset: SiteSettings[Key];
  #read: { readonly at: number; readonly value: SiteSettings[Key] } | undefined;

  constructor(connection: Connection, key: Key, unset: SiteSettings[Key]) {
    this.#documents = connection.collection('site_settings');
    this.#key = key;
    this.#unset = unset;
  }

  /** The value, at most a second old. */
  async recent(deadline: Deadline): Promise<SiteSettings[Key]> {
    const at = performance.now();
    if (!this.#read || at - this.#read.at >= readEvery)
      this.#read = { at, value: await this.stored(deadline) };
    return this.#read.value;
  }

  /** The current value. */
  async stored(deadline: Deadline): Promise<SiteSettings[Key]> {
    const stored = await readWithDeadline(deadline, (maxTimeMS) =>
      this.#documents.findOne({ _id: this.#key }, { maxTimeMS }),
    );
    return { ...this.#unset, ...stored };
  }

  /** Applies a MongoDB update to the document. */
  async change(update: Readonly<Record<string, object>>, deadline: Deadline): Promise<void> {
    await readWithDeadline(deadline, (maxTimeMS) =>
      this.#documents.updateOne({ _id: this.#key }, update, { upsert: true, maxTimeMS }),
    );
    this.#read = undefined;
  }
}
