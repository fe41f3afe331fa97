import type { Model } from 'mongoose';
import type { Store, Write } from '@svc/service-kit/store';

/** A write of a collection. The driver types `_id` as ObjectId, while these collections use strings and numbers: hence `object`. */
type CollectionWrite = Pick<Write, 'mustMatch'> &
  (
    | { readonly name: 'insertOne'; readonly document: object }
    | {
        readonly name: 'updateOne' | 'updateMany';
        readonly filter: object;
        readonly update: object;
        readonly upsert?: boolean;
      }
    | { readonly name: 'deleteOne' | 'deleteMany'; readonly filter: object }
  );

export function writeTo<T>(
  { store }: { readonly store: Pick<Store, 'namespace'> },
  collection: Model<T>,
  { mustMatch = false, ...write }: CollectionWrite,
): Write {
  const model = { ...write, namespace: store.namespace(collection) } as Write['model'];
  return { model, mustMatch };
}
