import { saying, ServiceError } from '@svc/contracts';

import type { FieldProblem } from '../model/field.ts';

/** The error of a refused write: its first problem, with the others in `data.errors`. */
export function refusal(problems: readonly NamedProblem[], code: WriteCode): ServiceError {
  const [first, ...rest] = problems as [NamedProblem, ...NamedProblem[]];
  const data = { field: first.field, ...(rest.length > 0 ? { errors: listedProblems(rest, code) } : {}) };
  return new ServiceError(first.code ?? code, first.message, { status: 400, data });
}

/** Problems as `data.errors` lists them. */
export function listedProblems(problems: readonly NamedProblem[], code: WriteCode) {
  return problems.map((problem) => ({
    field: problem.field,
    code: problem.code ?? code,
    message: saying(problem.message),
  }));
}

/** The code of the operation that a refused field belongs to. */
export type WriteCode = 'create_post' | 'update_post';

/** What is wrong with one field of a write. */
export interface NamedProblem extends FieldProblem {
  readonly field: string;
}
