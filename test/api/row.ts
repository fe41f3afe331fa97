import type { Sending } from '../support/http.ts';
import type { CallerName } from './scene.ts';

/**
 * A request and its results. In every text `:name` stands for a value of the scene (see `scene.ts`); a value that is only `#name` stands for the
 * value as a number.
 */
export interface Row extends Pick<Sending, 'json' | 'form' | 'raw' | 'query' | 'headers'> {
  /** A sentence about what the service does. */
  name: string;
  /** Method, and path after the API root. */
  request: string;
  /** The caller. Default: mona. */
  as?: CallerName;
  status: number;
  /** The expected body; objects may have more keys, lists may not have more items. */
  body?: unknown;
  /** Keys and words that the answer must not contain. */
  hasNot?: readonly string[];
  /** `<event type> <subject>` of all published events, in any order. Default: none. */
  fires?: readonly string[];
}

/** The body of every refusal. */
export const refusal = (code: string, message: string | RegExp, data: object = {}) => ({
  code,
  message,
  data,
});

/** A request that lacks parameters. */
export const lacking = (
  name: string,
  request: string,
  params: readonly string[],
  more: Partial<Row> = {},
): Row => ({
  name,
  request,
  status: 400,
  body: refusal('rest_missing_callback_param', `Missing parameter(s): ${params.join(', ')}`, { params }),
  ...more,
});

/** A request with a parameter of another kind than it takes. */
export const wrong = (name: string, request: string, param: string, more: Partial<Row> = {}): Row => ({
  name,
  request,
  status: 400,
  body: refusal('rest_invalid_param', `Invalid parameter(s): ${param}`),
  ...more,
});
