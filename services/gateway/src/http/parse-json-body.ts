import { say, saying, ServiceError, type Saying } from '@svc/contracts';
import type { SentValues } from '../endpoints/sent.ts';

/** Deeper than any request needs, and shallow enough for everything that walks through a body. */
const deepest = 50;

/**
 * The values of a JSON body.
 * @throws ServiceError `rest_invalid_json` when it is not JSON, `rest_invalid_param` when it is no object or holds
 * something that would not reach a service as it was sent.
 */
export function parseJsonBody(bytes: Uint8Array): SentValues {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(
      say`The body has to be a JSON object, for example {"name":"…"}; it is ${saying(describe(value))}.`,
    );
  }
  const problem = problemIn(value, deepest);
  if (problem !== undefined) throw invalid(problem);
  return value as SentValues;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ServiceError('rest_invalid_json', 'Invalid JSON body passed.', {
      data: { json_error_code: 4, json_error_message: 'Syntax error' },
      cause,
    });
  }
}

function problemIn(value: unknown, levels: number): Saying | undefined {
  // JSON has no word for infinity: it would arrive as null and clear what it was to set.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'The body has a number that is too large.';
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return say`The body is nested deeper than ${deepest} levels.`;
  if (Object.hasOwn(value, '__proto__')) return '__proto__ is not a name that a value can have.';
  for (const inner of Object.values(value)) {
    const problem = problemIn(inner, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function describe(value: unknown): Saying {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : say`a ${typeof value}`;
}

function invalid(message: Saying): ServiceError {
  return new ServiceError('rest_invalid_param', message);
}
