import { mongo } from 'mongoose';
import { say, ServiceError } from '@svc/contracts';
import type { RecordDocument } from '../model/record.ts';
import type { WriteCode } from './refusal.ts';

/** Far more than a record of people's words needs; the answer of a write has to fit into a document of 16 MB with it. */
const mostMegabytes = 2;

type PrivateFields = Readonly<Record<string, unknown>>;

/** @throws ServiceError when a record, or what a user keeps in it privately, has grown larger than one may be. */
export function refuseTooLarge(record: RecordDocument | PrivateFields, code: WriteCode): void {
  if (mongo.BSON.calculateObjectSize(record) <= mostMegabytes * 1024 * 1024) return;
  throw new ServiceError(
    code,
    say`The record would be larger than ${mostMegabytes} MB; remove some of its values first.`,
    {
      status: 400,
    },
  );
}
