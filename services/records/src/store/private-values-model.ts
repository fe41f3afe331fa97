import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

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

export const privateValuesModel = (connection: Connection) =>
  storedModel<PrivateValues>(connection, 'private_values', [{ recordId: 1 }], [{ userId: 1, postType: 1 }]);

export function userOf(privateValues: string): number {
  return Number(privateValues.split(':')[1]);
}

export function privateValuesId(recordId: number, userId: number): string {
  return `${recordId}:${userId}`;
}
