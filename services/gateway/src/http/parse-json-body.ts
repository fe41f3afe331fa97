import { msg, asMessage, ServiceError, type Message } from '@svc/contracts';
import type { SentValues } from '../endpoints/sent.ts';

/** Above what any request needs, and low enough for all code that walks through a body. */
const limits = { depth: 50, names: 1_000, nameLength: 1_000 };

/**
 * The values of a JSON body.
 * @throws ServiceError `rest_invalid_json` when it is not JSON, `rest_invalid_param` when it is not an object or
 * contains a value that cannot be passed on unchanged.
 */
export function parseJsonBody(bytes: Uint8Array): SentValues {
  const excess = excessOf(bytes);
  if (excess !== undefined) throw invalid(excess);
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(
      msg`The request body must be a JSON object such as {"name":"…"}, not ${asMessage(describe(value))}.`,
    );
  }
  const problem = problemIn(value);
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

/** The limit that a body exceeds, found in one pass over its bytes before anything is parsed, valid JSON or not. */
function excessOf(bytes: Uint8Array): Message | undefined {
  const names: number[] = [];
  let nameLength = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = endOfString(bytes, at);
      nameLength = end - at - 1;
      at = end;
    } else if (byte === openBrace || byte === openBracket) {
      if (names.push(0) > limits.depth)
        return msg`The request body is nested deeper than the maximum of ${limits.depth} levels.`;
    } else if (byte === closeBrace || byte === closeBracket) names.pop();
    else if (byte === colon) {
      if (nameLength > limits.nameLength)
        return msg`A property name in the request body is longer than the maximum of ${limits.nameLength} bytes.`;
      const count = (names.pop() ?? 0) + 1;
      if (count > limits.names)
        return msg`An object in the request body has more than the maximum of ${limits.names} properties.`;
      names.push(count);
    }
  }
  return undefined;
}

const [quote, backslash, colon, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\:{}[]');

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function problemIn(value: unknown): Message | undefined {
  // `1e999` is parsed as Infinity, which JSON cannot express: it would reach the service as null and clear a value.
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'A number in the request body is too large.';
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, '__proto__')) return 'A property in the request body must not be named __proto__.';
  for (const inner of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    const problem = problemIn(inner);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function describe(value: unknown): Message {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : msg`a ${typeof value}`;
}

function invalid(message: Message): ServiceError {
  return new ServiceError('rest_invalid_param', message);
}
