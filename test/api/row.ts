import type { Sending } from '../support/http.ts';
import type { CallerName } from './scene.ts';

/**
 * A request and all that comes of it. In every text `:name` stands for something of the scene (see `scene.ts`), and a
 * value that is only `#name` for its number.
 */
export interface Row extends Pick<Sending, 'json' | 'form' | 'raw' | 'query' | 'headers'> {
  /** A sentence about what the service does. */
  name: string;
  /** Method and path, behind the API root. */
  request: string;
  /** Who asks. Default mona. */
  as?: CallerName;
  status: number;
  /** What the answer has; more is allowed in objects, not in lists. */
  body?: unknown;
  /** Keys and words that the answer has nowhere. */
  hasNot?: readonly string[];
  /** `<event type> <subject>` of all events it fires, in any order; none by default. */
  fires?: readonly string[];
}

/** An error as every refusal has to look. */
export const refusal = (code: string, message: string | RegExp, data: object = {}) => ({
  code,
  message,
  data,
});
