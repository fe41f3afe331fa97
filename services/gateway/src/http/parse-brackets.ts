import qs from 'qs';
import { say, ServiceError } from '@svc/contracts';
import type { SentValues } from '../endpoints/sent.ts';

/**
 * More of anything than a real client sends, and little enough that parsing stays cheap: its cost grows with the square of
 * an indexed list. Filters of lists may be nested so deep that their own limit (`listLimits.depth`) is what refuses them.
 */
const limits = { parameterLimit: 2_000, arrayLimit: 2_000, depth: 24 };

/** A site that transfers a contact sends 200 comments with all that it knows of each: shorter lists cost no more than one long one. */
const limitsOfMany = { ...limits, parameterLimit: 4_000, arrayLimit: 1_000 };

/**
 * Text in bracket notation (`a[]=1&b[c][0]=2`), as query strings and forms have it; brackets may be percent-encoded. A
 * key without `=` is an empty string; each `[]` in the middle of a key begins an entry of its own. Nothing is cut off: what exceeds a limit is refused.
 * @throws ServiceError `rest_invalid_param`.
 */
export function parseBrackets(text: string): SentValues {
  try {
    const values = qs.parse(withNumberedEntries(text), {
      ...(hasMany(text) ? limitsOfMany : limits),
      strictDepth: true,
      throwOnLimitExceeded: true,
      plainObjects: true,
      decoder: decode,
    });
    return values as unknown as SentValues;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ServiceError('rest_invalid_param', say`The parameters can not be read: ${error.message}`, {
      cause: error,
    });
  }
}

function hasMany(text: string): boolean {
  return text.split('&', limits.parameterLimit + 1).length > limits.parameterLimit;
}

const entryInTheMiddle = /(?:\[|%5B)(?:\]|%5D)(?=\[|%5B)/i;

/** qs would gather `a[][b]=1&a[][b]=2` in one entry, where the forms that send it mean two: it gets indexes. */
function withNumberedEntries(text: string): string {
  if (!entryInTheMiddle.test(text)) return text;
  const next = new Map<string, number>();
  return text
    .split('&')
    .map((parameter) => numbered(parameter, next))
    .join('&');
}

/** `next` holds the index of the next entry by what stands before its brackets. */
function numbered(parameter: string, next: Map<string, number>): string {
  const [key = '', ...value] = parameter.split('=');
  let rest = key;
  let done = '';
  for (let found = entryInTheMiddle.exec(rest); found; found = entryInTheMiddle.exec(rest)) {
    done += literal(rest.slice(0, found.index));
    const index = next.get(done) ?? 0;
    next.set(done, index + 1);
    done += `[${index}]`;
    rest = rest.slice(found.index + found[0].length);
  }
  return [done + rest, ...value].join('=');
}

function literal(text: string): string {
  return text.replaceAll(/%5B/gi, '[').replaceAll(/%5D/gi, ']');
}

/** qs would drop this one key in silence. */
function decode(text: string, decodeAsUsual: qs.defaultDecoder, charset: string, kind?: 'key' | 'value') {
  const decoded: unknown = decodeAsUsual(text, decodeAsUsual, charset);
  if (kind === 'key' && String(decoded).includes('__proto__')) {
    throw new RangeError('__proto__ is not a name that a parameter can have.');
  }
  return decoded;
}
