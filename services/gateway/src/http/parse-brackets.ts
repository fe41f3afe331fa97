import qs from 'qs';
import { ServiceError } from '@svc/contracts';
import type { SentValues } from '../endpoints/sent.ts';

/**
 * More of anything than a real client sends, and little enough that parsing stays cheap: its cost grows with the square of
 * an indexed list.
 */
const limits = { parameterLimit: 2_000, arrayLimit: 2_000, depth: 10 };

/**
 * Text in bracket notation (`a[]=1&b[c][0]=2`), as query strings and forms have it; brackets may be percent-encoded. A
 * key without `=` is an empty string. Nothing is cut off: what exceeds a limit is refused.
 * @throws ServiceError `rest_invalid_param`.
 */
export function parseBrackets(text: string): SentValues {
  try {
    const values = qs.parse(text, {
      ...limits,
      strictDepth: true,
      throwOnLimitExceeded: true,
      plainObjects: true,
      decoder: decode,
    });
    return values as unknown as SentValues;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ServiceError('rest_invalid_param', `The parameters can not be read: ${error.message}`, {
      cause: error,
    });
  }
}

/** qs would drop this one key in silence. */
function decode(text: string, decodeAsUsual: qs.defaultDecoder, charset: string, kind?: 'key' | 'value') {
  const decoded: unknown = decodeAsUsual(text, decodeAsUsual, charset);
  if (kind === 'key' && String(decoded).includes('__proto__')) {
    throw new RangeError('__proto__ is not a name that a parameter can have.');
  }
  return decoded;
}
