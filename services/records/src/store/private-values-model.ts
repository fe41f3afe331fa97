import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';
import type { FormerValue } from '../model/record.ts';
import { ifFormerValues, indexes } from './indexes.ts';

/** One user's values of private fields in a record. */
export interface PrivateValues {
  /** `<record id>:<user id>`. */
  readonly _id: string;
  readonly recordId: number;
  readonly userId: number;
  readonly postType: string;
  /** Field key → stored value in the form of its field type. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Values of fields whose type has changed. */
  readonly formerValues?: readonly FormerValue[];
}

export const privateValuesModel = (connection: Connection) =>
  storedModel<PrivateValues>(
    connection,
    'private_values',
    [{ recordId: 1 }],
    [{ userId: 1, postType: 1 }],
    [indexes.formerValues, ifFormerValues],
  );

export function userOf(privateValues: string): number {
  return Number(privateValues.split(':')[1]);
}

export function privateValuesId(recordId: number, userId: number): string {
  return `${recordId}:${userId}`;
}
