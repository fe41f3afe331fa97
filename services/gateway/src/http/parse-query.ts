import type { SentValues } from '../endpoints/sent.ts';
import { parseBrackets } from './parse-brackets.ts';

/** The query string of a request's address. @throws ServiceError like `parseBrackets`. */
export function parseQuery(url: string): SentValues {
  const start = url.indexOf('?');
  return start < 0 ? {} : parseBrackets(url.slice(start + 1));
}
