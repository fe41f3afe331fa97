import type { Collection, Connection } from 'mongoose';
import type { Call } from '@svc/service-kit';
import { readWithDeadline } from './read-with-deadline.ts';

type Deadline = Call['deadline'];

/** What administrators change while the installation runs, and what it keeps of itself: one document for each. */
export interface SiteSettings {
  /** Keys of the modules that are off. */
  modules: { readonly off: readonly string[] };
  /** Rows of the location grid that the installation works in; none is the whole world. */
  mapping_focus: { readonly gridIds: readonly number[] };
  /** Post type → keys of the fields that make duplicates, where it is not what the type declares. */
  duplicate_fields: { readonly fields: Readonly<Record<string, readonly string[]>> };
  /** Post type → fingerprint of the form in which its records have what lists find them by (`derived/derived-form.ts`). */
  derived: { readonly forms: Readonly<Record<string, string>> };
}

/** Milliseconds for which what was read is taken for what is set. */
const readEvery = 1_000;

/** One of the settings, whichever instance has set it. */
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

  /** As it was set a second ago at most. */
  async recent(deadline: Deadline): Promise<SiteSettings[Key]> {
    const at = performance.now();
    if (!this.#read || at - this.#read.at >= readEvery)
      this.#read = { at, value: await this.stored(deadline) };
    return this.#read.value;
  }

  /** As it is set now. */
  async stored(deadline: Deadline): Promise<SiteSettings[Key]> {
    const stored = await readWithDeadline(deadline, (maxTimeMS) =>
      this.#documents.findOne({ _id: this.#key }, { maxTimeMS }),
    );
    return { ...this.#unset, ...stored };
  }

  /** Changes the document, as MongoDB says it. */
  async change(update: Readonly<Record<string, object>>, deadline: Deadline): Promise<void> {
    await readWithDeadline(deadline, (maxTimeMS) =>
      this.#documents.updateOne({ _id: this.#key }, update, { upsert: true, maxTimeMS }),
    );
    this.#read = undefined;
  }
}
