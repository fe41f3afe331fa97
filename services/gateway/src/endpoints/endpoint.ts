import type { Dialect, Operation } from '@svc/contracts';
import type { SentFrom } from '../auth/authenticate.ts';
import type { PathParams } from './endpoint-path.ts';
import type { PickSent, SentInput, SentValues } from './sent.ts';

/** The permitted callers of an endpoint: `public` anyone, without credentials; `caller` any actor that an authenticator accepts. */
export type Access = 'public' | 'caller';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Whether clients may store a tagged answer on disk: `unstored` for personal data. */
export type TagKind = 'stored' | 'unstored';

/** An HTTP request as endpoints see it; `Input` has the names of the operation's inputs. */
export interface EndpointRequest<Params = unknown, Input extends string = string> {
  readonly params: Params;
  readonly query: SentValues;
  readonly fromQuery: PickSent<Input>;
  /** Empty for GET. */
  readonly body: SentValues;
  readonly fromBody: PickSent<Input>;
  readonly origin: Pick<SentFrom, 'address' | 'isSecure' | 'userAgent'>;
  /** The issuer of tokens: the setting PUBLIC_URL. */
  readonly publicUrl: string;
  /** The dialect of the API, from the prefix of the path. */
  readonly dialect: Dialect;
  /** The versions that `If-Match` names; undefined when any will do. */
  readonly ifMatch: number[] | undefined;
}

/** How an endpoint is served. */
interface Terms {
  /** Other paths of the same endpoint. */
  readonly aliases?: readonly string[];
  /** The setting that limits the requests from one address per minute. */
  readonly limit?: 'LOGIN_REQUESTS_PER_MINUTE';
  /** Milliseconds added to the deadline, for operations that wait for another site or process large input. */
  readonly extraMs?: number;
  /** Sends an ETag, and 304 to a client that has the current answer: for what clients request repeatedly. */
  readonly tag?: TagKind;
  /** The answer contains a secret and is not compressed, so that its length reveals nothing. */
  readonly hasSecret?: true;
}

interface Place extends Terms {
  readonly access: Access;
  readonly method: Method;
  readonly path: string;
}

/** How an endpoint differs from JSON in and JSON out. */
interface Form {
  /** The body is a form with files, passed on while they arrive; their names and sizes are added to the input. */
  readonly form?: 'files';
  /** The operation opens a file, whose bytes are the answer; or it answers with the picture of a user. */
  readonly answer?: 'bytes' | 'avatar';
}

/** An endpoint that calls one operation of a service; `input` makes the operation's input from the HTTP request. */
export interface OperationEndpoint extends Place, Form {
  readonly operation: Operation;
  readonly input: (request: EndpointRequest) => object;
}

/** The answers that the gateway gives without a service. */
export type GatewayAnswerName = 'validate_token' | 'api_index';

/** An endpoint that the gateway answers itself: about authentication, or about the API. */
export interface GatewayEndpoint extends Place {
  readonly answer: GatewayAnswerName;
}

/** One row of the API. */
export type Endpoint = OperationEndpoint | GatewayEndpoint;

/** A row for actors that an authenticator accepts. */
export const forCallers = endpointFor('caller');

/** A row for everybody, without credentials. */
export const forAnyone = endpointFor('public');

/** Makes the rows of an operation: a misspelt path value or a wrong input shape is a type error. */
function endpointFor(access: Access) {
  return <const Route extends `${Method} /${string}`, Input, Output>(
    route: Route,
    operation: Operation<Input, Output>,
    input: (request: EndpointRequest<PathParams<Route>, keyof Input & string>) => SentInput<Input>,
    terms: Terms & Form = {},
  ): OperationEndpoint => {
    const [method, path] = route.split(' ') as [Method, string];
    return { ...terms, access, method, path, operation, input: input as OperationEndpoint['input'] };
  };
}
