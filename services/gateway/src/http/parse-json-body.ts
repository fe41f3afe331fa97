import { ServiceError } from '@svc/contracts';
import type { SentValues } from '../endpoints/sent.ts';

/** Deeper than any request needs, and shallow enough for everything that walks through a body. */
const deepest = 50;

/**
 * The values of a JSON body.
 * @throws ServiceError `rest_invalid_json` when it is not JSON, `rest_invalid_param` when it is no object or too deep.
 */
export function parseJsonBody(bytes: Uint8Array): SentValues {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(`The body has to be a JSON object, for example {"name":"…"}; it is ${describe(value)}.`);
  }
  if (isDeeper(value, deepest)) throw invalid(`The body is nested deeper than ${deepest} levels.`);
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

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

function invalid(message: string): ServiceError {
  return new ServiceError('rest_invalid_param', message);
}
