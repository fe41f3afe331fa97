import type { mongo } from 'mongoose';

/** A document or filter as the driver's untyped client-level writes take it, whatever the type of its `_id`. */
export function asDocument(value: object): mongo.Document {
  return value;
}
