import { Schema, type Connection, type IndexDefinition, type IndexOptions, type Model } from 'mongoose';

/** The keys of an index, and its options. */
export type DeclaredIndex = readonly [IndexDefinition, IndexOptions?];

/**
 * Makes the model of a collection whose documents have the form of `Stored`, or returns the one that the connection has. The type alone
 * states the form: documents come from the code of the service, never from a client, so nothing is cast or filled in. The values of
 * filters are not cast either: what comes from a client must have passed the schema of its operation, so that it cannot be an operator.
 * @param indexes beside that of `_id`.
 */
export function storedModel<Stored>(
  connection: Connection,
  collection: string,
  ...indexes: readonly DeclaredIndex[]
): Model<Stored> {
  const known = connection.models[collection] as Model<Stored> | undefined;
  if (known) return known;
  const options = { strict: false, minimize: false, versionKey: false, collection } as const;
  const schema = new Schema<Stored>({ _id: Schema.Types.Mixed }, options);
  for (const [keys, ofIndex] of indexes) schema.index(keys, ofIndex);
  return connection.model<Stored>(collection, schema);
}
