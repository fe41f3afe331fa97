import { Schema, type Connection, type Model } from 'mongoose';

/** The types of properties. */
export const text = { type: String, required: true };
export const integer = { type: Number, required: true };
export const truth = { type: Boolean, required: true };
export const date = { type: Date, required: true };
export const maybeEmpty = { type: String, default: '' };
export const mixed = { type: Schema.Types.Mixed };

interface Declaration<Document> {
  readonly collection: string;
  readonly properties: ConstructorParameters<typeof Schema<Document>>[0];
  readonly indexes?: readonly (readonly [...Parameters<Schema['index']>])[];
  /** False for documents with objects that may be empty, which are otherwise not stored. */
  readonly minimize?: boolean;
}

/** The model of a collection, made for a connection. */
export function modelOf<Document>(name: string, declared: Declaration<Document>) {
  const { properties, indexes = [], ...options } = declared;
  const schema = new Schema<Document>(properties, { versionKey: false, ...options });
  for (const index of indexes) schema.index(...index);
  return (connection: Connection): Model<Document> => connection.model<Document>(name, schema);
}
