import { asMessage, ServiceError, msg } from '@svc/contracts';
import type { FieldProblem } from '../model/field-type/problem.ts';
import { mongo } from 'mongoose';
import type { RecordDocument } from '../model/record.ts';

/** The error of a refused write: its first problem, with the others in `data.errors`. */
export function refusal(problems: readonly NamedProblem[], code: WriteCode): ServiceError {
  const [first, ...rest] = problems as [NamedProblem, ...NamedProblem[]];
  const data = { field: first.field, ...(rest.length > 0 ? { errors: listedProblems(rest, code) } : {}) };
  return new ServiceError(first.code ?? code, first.message, { status: 400, data });
}

/** The form of problems in `data.errors`. */
export function listedProblems(problems: readonly NamedProblem[], code: WriteCode) {
  return problems.map((problem) => ({
    field: problem.field,
    code: problem.code ?? code,
    message: asMessage(problem.message),
  }));
}

/** The operation's own error code. */
export type WriteCode = 'create_post' | 'update_post';

export interface NamedProblem extends FieldProblem {
  readonly field: string;
}

/** Far more than texts written by people need; the answer of a write, stored with the record, has to fit into a document of 16 MB. */
const maxMegabytes = 2;

type PrivateFields = Readonly<Record<string, unknown>>;

/** @throws ServiceError when a record, or a user's private values in it, exceeds the maximum size. */
export function refuseTooLarge(record: RecordDocument | PrivateFields, code: WriteCode): void {
  if (mongo.BSON.calculateObjectSize(record) <= maxMegabytes * 1024 * 1024) return;
  const message = msg`The record would be larger than the maximum of ${maxMegabytes} MB; remove some of its values first.`;
  throw new ServiceError(code, message, { status: 400 });
}
