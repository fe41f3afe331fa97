import type { Dialect } from '@svc/contracts';
import type { SentFrom } from '../auth/authenticate.ts';

declare const unchecked: unique symbol;

/**
 * A value as a client sent it, unchecked: the receiving service validates it against the operation's schema and names
 * it in the error. The type lets it be passed on as input and nothing else.
 */
export interface Sent {
  readonly [unchecked]: true;
}

/** The values a client sent, by name: a parsed query string or body. */
export type SentValues = Readonly<Record<string, Sent | undefined>>;

/** An HTTP request, from which the inputs of an operation are read. */
export interface EndpointRequest {
  /** The values of the path, parsed. */
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: SentValues;
  /** Empty for GET. */
  readonly body: SentValues;
  readonly origin: Pick<SentFrom, 'address' | 'isSecure' | 'userAgent'>;
  /** The issuer of tokens: the setting PUBLIC_URL. */
  readonly publicUrl: string;
  /** The dialect of the API, from the prefix of the path. */
  readonly dialect: Dialect;
  /** The versions that `If-Match` names; undefined when any will do. */
  readonly ifMatch: number[] | undefined;
}
