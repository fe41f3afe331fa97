import { Schema } from 'mongoose';
import { integer, modelOf, text } from './model-of.ts';

/** One user's values of private fields in a record. */
export interface PrivateValues {
  /** `<record id>:<user id>`. */
  readonly _id: string;
  readonly recordId: number;
  readonly userId: number;
  readonly postType: string;
  /** Field key → stored value in the form of its field type. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export const privateValuesModel = modelOf<PrivateValues>('PrivateValues', {
  collection: 'private_values',
  properties: {
    _id: text,
    recordId: integer,
    userId: integer,
    postType: text,
    fields: { type: Schema.Types.Mixed, required: true },
  },
  indexes: [[{ recordId: 1 }], [{ userId: 1, postType: 1 }]],
  minimize: false,
});

export function userOf(privateValues: string): number {
  return Number(privateValues.split(':')[1]);
}

export function privateValuesId(recordId: number, userId: number): string {
  return `${recordId}:${userId}`;
}
