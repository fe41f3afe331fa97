import type { Model, mongo } from 'mongoose';
import type { Store, Write } from '@svc/service-kit/store';

/** The writes of a commit to one collection. The driver's bulk writes are untyped, whatever the type of an `_id`. */
export class CollectionWrites {
  readonly #namespace: string;

  constructor(store: Store, model: Pick<Model<unknown>, 'collection'>) {
    this.#namespace = store.namespace(model);
  }

  insert(document: object): Write {
    return { model: { name: 'insertOne', namespace: this.#namespace, document: asDocument(document) } };
  }

  /** Fails when no document matches. */
  replace(filter: object, replacement: object): Write {
    const replaced = { filter: asDocument(filter), replacement: asDocument(replacement) };
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
    return { model: { name: 'deleteMany', namespace: this.#namespace, filter: {} } };
  }

  #update(name: 'updateOne' | 'updateMany', filter: object, update: object) {
    return { model: { name, namespace: this.#namespace, filter: asDocument(filter), update } };
  }
}

/** Casts a document or filter for the driver. */
export function asDocument(value: object): mongo.Document {
  return value;
}
