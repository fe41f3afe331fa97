import { say, type Saying, ServiceError } from '@svc/contracts';
import type { SentValues } from '../endpoints/sent.ts';
import { parseBrackets } from './parse-brackets.ts';
import { parseJsonBody } from './parse-json-body.ts';

/**
 * The values that a body holds: JSON or form-urlencoded, as its content type says. No body is no values, whatever the
 * content type: clients send `application/json` with nothing in it.
 * @throws ServiceError `unsupported_media_type`, `rest_invalid_json` or `rest_invalid_param`.
 */
export function parseBody(contentType: string | undefined, bytes: Uint8Array): SentValues {
  if (bytes.byteLength === 0) return {};
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => /^\s*charset="?([^"\s]*)"?\s*$/.exec(one)?.[1]).find(Boolean);
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw unsupported(say`The character set ${charset} is not supported; send the body as utf-8.`);
  }
  if (/^[\w.+-]+\/([\w.+-]+\+)?json$/.test(mediaType.trim())) return parseJsonBody(bytes);
  if (mediaType.trim() === 'application/x-www-form-urlencoded') {
    return parseBrackets(Buffer.from(bytes).toString('utf8'));
  }
  throw unsupported(
    'Send the body as application/json or application/x-www-form-urlencoded, and say which in Content-Type.',
  );
}

function unsupported(message: Saying): ServiceError {
  return new ServiceError('unsupported_media_type', message);
}
