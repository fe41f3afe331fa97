import { msg, asMessage } from '@svc/contracts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, shown } from '../../model/field-type/problem.ts';
import { jsonProblem } from '../shared/json-problem.ts';

const longest = 262_144;

/**
 * Any JSON array or object; a write replaces all of it, "" and null unset. Stored as JSON text, so that keys of a client
 * never become keys of the database. Changes are not recorded in the history.
 */
export const array: FieldType<string, string | null> = {
  name: 'array',
  storedAs: 'string',

  write: {
    parse(input, field) {
      if (input === null || input === '') return { change: null };
      const wrong =
        typeof input === 'object' ? jsonProblem(input, longest) : 'must be a JSON array or object';
      if (wrong === undefined) return { change: JSON.stringify(input) };
      const received = typeof input === 'object' ? '' : msg`, received ${shown(input)}`;
      return problem(msg`array value ${asMessage(wrong)}: ${field.key}${received}`);
    },
    apply: (_before, change) => change ?? undefined,
    delta: (before, after) => ({ before: parsed(before) ?? null, after: parsed(after) ?? null }),
  },

  read: {
    shape: (stored) => parsed(stored),
  },
};

function parsed(stored: string | undefined): unknown {
  return stored === undefined ? undefined : JSON.parse(stored);
}
