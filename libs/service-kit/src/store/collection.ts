import type { Model, mongo } from 'mongoose';
import type { Write } from './commit.ts';
import type { Store } from './store.ts';
import { storedModel, type DeclaredIndex } from './stored-model.ts';

/**
 * A collection of a store: its model, for reading, and the writes that commits send to it. Documents have the type `Stored`; filters and
 * updates are untyped, as in the driver's bulk writes.
 */
export class Collection<Stored> {
  readonly model: Model<Stored>;
  readonly #namespace: string;

  constructor(store: Store, name: string, ...indexes: readonly DeclaredIndex[]) {
    this.model = storedModel<Stored>(store.connection, name, ...indexes);
    this.#namespace = store.namespace(this.model);
  }

  insert(document: Stored): Write {
    return {
      model: { name: 'insertOne', namespace: this.#namespace, document: asDocument(document as object) },
    };
  }

  /** Fails when no document matches. */
  replace(filter: object, replacement: Stored): Write {
    const replaced = { filter: asDocument(filter), replacement: asDocument(replacement as object) };
    return { model: { name: 'replaceOne', namespace: this.#namespace, ...replaced }, mustMatch: true };
  }

  /** Fails when no document matches. */
  update(filter: object, update: object): Write {
    return { ...this.#update('updateOne', filter, update), mustMatch: true };
  }

  updateMany(filter: object, update: object): Write {
    return this.#update('updateMany', filter, update);
  }

  /** Inserts a document when none matches. */
  upsert(filter: object, update: object): Write {
    const { model } = this.#update('updateOne', filter, update);
    return { model: { ...model, upsert: true } };
  }

  /** Fails when no document matches. */
  delete(filter: object): Write {
    const deleted = { namespace: this.#namespace, filter: asDocument(filter) };
    return { model: { name: 'deleteOne', ...deleted }, mustMatch: true };
  }

  deleteAll(): Write {
    return this.deleteMany({});
  }

  deleteMany(filter: object): Write {
    return { model: { name: 'deleteMany', namespace: this.#namespace, filter: asDocument(filter) } };
  }

  #update(name: 'updateOne' | 'updateMany', filter: object, update: object) {
    return { model: { name, namespace: this.#namespace, filter: asDocument(filter), update } };
  }
}

/** Casts a document or filter for the driver. */
export function asDocument(value: object): mongo.Document {
  return value;
}
