import { z } from 'zod';
import { defineOperation, type Operation, type OperationKind } from '@svc/contracts';

let count = 0;

/** An operation of records that no contract has, under a name of its own. */
export function testOperation(kind: OperationKind = 'read'): Operation<{ id: number }, unknown> {
  count += 1;
  return defineOperation({
    name: `records.test_${count}`,
    kind,
    audience: 'caller',
    callers: ['gateway', 'records', 'comments', 'admin'],
    summary: 'A test.',
    input: z.looseObject({ id: z.int() }),
    output: z.unknown(),
    errors: [],
  });
}
