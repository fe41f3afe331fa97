import type { Model } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { PostType } from '../model/post-type.ts';
import type { DuplicateFieldsSettings } from '../store/site-settings-model.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';

/** Milliseconds for which what was read is taken for what is set. */
const readEvery = 1_000;

type Chosen = DuplicateFieldsSettings['fields'];

/** By which fields records of a type may be duplicates of each other, whichever instance has set it. */
export class DuplicateFields {
  readonly #settings: Model<DuplicateFieldsSettings>;
  #read: { readonly at: number; readonly chosen: Chosen } | undefined;

  constructor(settings: Model<DuplicateFieldsSettings>) {
    this.#settings = settings;
  }

  /** As it was set a second ago at most; where nothing is set, as the type declares it. */
  async of(postType: PostType, deadline: Call['deadline']): Promise<readonly string[]> {
    const at = performance.now();
    if (!this.#read || at - this.#read.at >= readEvery)
      this.#read = { at, chosen: await this.#stored(deadline) };
    return this.#read.chosen[postType.key] ?? postType.duplicateFields;
  }

  /** Without any, as the type declares it again. */
  async set(postType: string, fields: readonly string[], deadline: Call['deadline']): Promise<void> {
    const path = `fields.${postType}`;
    const change = fields.length > 0 ? { $set: { [path]: fields } } : { $unset: { [path]: 1 } };
    await readWithDeadline(deadline, (maxTimeMS) =>
      this.#settings.updateOne({ _id: 'duplicate_fields' }, change, { upsert: true, maxTimeMS }),
    );
    this.#read = undefined;
  }

  async #stored(deadline: Call['deadline']): Promise<Chosen> {
    const stored = await readWithDeadline(deadline, (maxTimeMS) =>
      this.#settings.findById('duplicate_fields').maxTimeMS(maxTimeMS).lean(),
    );
    return stored?.fields ?? {};
  }
}
