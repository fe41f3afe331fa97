import type { mongo } from 'mongoose';

/** Casts a document or filter for the driver's untyped bulk writes, whatever the type of its `_id`. */
export function asDocument(value: object): mongo.Document {
  return value;
}
