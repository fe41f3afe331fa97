import type { Dialect, Operation } from '@svc/contracts';
import type { SentFrom } from '../auth/authenticate.ts';
import type { PathParams } from './endpoint-path.ts';
import type { SentInput, SentValues } from './sent.ts';

/** Who may call an endpoint: `public` anyone, without credentials; `caller` whoever an authenticator recognises. */
export type Access = 'public' | 'caller';

/** The methods endpoints have. */
export type Method = 'GET' | 'POST' | 'DELETE';

/** Whether caches on a disk may keep what has a tag: `unstored` is what is personal. */
export type TagKind = 'stored' | 'unstored';

/** An HTTP request as endpoints see it. */
export interface EndpointRequest<Params = unknown> {
  readonly params: Params;
  readonly query: SentValues;
  /** Empty for GET. */
  readonly body: SentValues;
  readonly origin: Pick<SentFrom, 'address' | 'isSecure' | 'userAgent'>;
  /** The issuer of tokens: the setting PUBLIC_URL. */
  readonly publicUrl: string;
  /** Whose rules it follows, by the prefix of its path. */
  readonly dialect: Dialect;
  /** The versions that `If-Match` names; undefined where any will do. */
  readonly ifMatch: number[] | undefined;
}

/** Where an endpoint is and who may call it. */
interface Place<Path extends string> {
  readonly method: Method;
  readonly path: Path;
  /** Other paths that do the same. */
  readonly aliases?: readonly Path[];
  readonly access: Access;
  /** Requests from one address are limited by the setting of this name. */
  readonly limit?: 'LOGIN_REQUESTS_PER_MINUTE';
  /** So many milliseconds it may take longer than other requests: what it asks of another site has a deadline there. */
  readonly extraMs?: number;
  /** Clients ask for the same again: they get an ETag, and 304 while they have it already. */
  readonly tag?: TagKind;
  /** The answer holds a secret: it is not compressed, so that its length tells nothing of it. */
  readonly hasSecret?: true;
}

/** How an endpoint of an operation differs from JSON in and JSON out. */
interface Form {
  /** The body is a form with files, which are handed on as they come; what was read of them is added to the input. */
  readonly form?: 'files';
  /** The operation opens a file, and its bytes are the answer. */
  readonly answer?: 'bytes';
}

/** An endpoint that is one operation of a service; `input` says how HTTP becomes the operation's input. */
export interface OperationEndpoint extends Place<string>, Form {
  readonly operation: Operation;
  readonly input: (request: EndpointRequest) => object;
}

/** What the gateway answers itself. */
export type GatewayAnswerName = 'validate_token' | 'api_index';

/** An endpoint that the gateway answers itself: about authentication, or about the API. */
export interface GatewayEndpoint extends Place<string> {
  readonly answer: GatewayAnswerName;
}

/** One row of the API. */
export type Endpoint = OperationEndpoint | GatewayEndpoint;

/** A row for an operation: a missing access, a misspelt path value or an input of another shape is a type error. */
export function defineEndpoint<const Path extends string, Input, Output>(
  row: Place<Path> &
    Form & {
      readonly operation: Operation<Input, Output>;
      readonly input: (request: EndpointRequest<PathParams<Path>>) => SentInput<Input>;
    },
): OperationEndpoint {
  return row as unknown as OperationEndpoint;
}
