import type { ErrorCode, Operation } from '@svc/contracts';
import type { z } from 'zod';
import { pathNamesIn, type PathParams } from './endpoint-path.ts';
import { inPath, type PathNamed, type SourceOf, type Sources } from './input-sources.ts';
import { inputSchema } from './read-input.ts';
import type { Sent } from './sent.ts';

/** The permitted callers of an endpoint: `public` anyone, without credentials; `caller` any actor that an authenticator accepts. */
export type Access = 'public' | 'caller';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Whether clients may store a tagged answer on disk: `unstored` for personal data. */
export type TagKind = 'stored' | 'unstored';

/**
 * Where the inputs of an operation come from: all that are required, except those that the path has under the same name. A value of the path
 * under another name must be one that the path has.
 */
export type InputSources<Input, Params> = {
  readonly [Name in keyof Input as Name extends SameNamed<Input, Params> ? never : Name]: InputSource<
    Input[Name],
    Params
  >;
} & {
  readonly [Name in keyof Input & SameNamed<Input, Params>]?: InputSource<Input[Name], Params>;
};

type InputSource<Value, Params> = SourceOf<Value | Sent | undefined | PathNamed<PathNames<Value, Params>>>;

/** The values of the path that an input of this type may have. */
type PathNames<Value, Params> = {
  [Name in keyof Params & string]: Params[Name] extends Value ? Name : never;
}[keyof Params & string];

/** The values of the path that are inputs under the same name. */
type SameNamed<Input, Params> = {
  [Name in keyof Input & keyof Params]: Params[Name] extends Input[Name] ? Name : never;
}[keyof Input & keyof Params];

/** Refuses names that are no inputs, also those of a spread. */
type NoOther<Given, Input> = { readonly [Name in Exclude<keyof Given, keyof Input>]: never };

/** How an endpoint is served. */
interface Terms {
  /** Other paths of the same endpoint, for existing clients. */
  readonly aliases?: readonly string[];
  /** The replacement of an endpoint that exists for existing clients, as a sentence. */
  readonly deprecated?: string;
  /** The setting that limits the requests from one address per minute. */
  readonly limit?: 'LOGIN_REQUESTS_PER_MINUTE';
  /** The operation waits for another site or processes large input: LONG_DEADLINE_MS is its deadline. */
  readonly takesLong?: true;
  /** Sends an ETag, and 304 to a client that has the current answer: for what clients request repeatedly. */
  readonly tag?: TagKind;
  /** Sends the ETag of the written record, unless its caller may not view it, for the next write with `If-Match`. */
  readonly tagsRecord?: true;
  /** The answer contains a secret and is not compressed, so that its length reveals nothing. */
  readonly hasSecret?: true;
  /** A ticket in the query is accepted in place of credentials in a header. */
  readonly takesTicket?: true;
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
  /**
   * The operation opens a file, whose bytes are the answer; or it answers with the picture of a user; or it permits an event stream; or its
   * answer may wait for changes.
   */
  readonly answer?: 'bytes' | 'avatar' | 'events' | 'changes';
}

/** An endpoint that calls one operation of a service. */
export interface OperationEndpoint extends Place, Form {
  readonly operation: Operation;
  /** Where each input of the operation comes from. */
  readonly inputs: Sources;
}

/** The answers that the gateway gives without a service. */
export type GatewayAnswerName = 'validate_token' | 'api_index' | 'event_ticket' | 'operations' | 'openapi';

/** An endpoint that the gateway answers itself: about authentication, or about the API. */
export interface GatewayEndpoint extends Place {
  readonly answer: GatewayAnswerName;
  readonly summary: string;
  readonly output: z.ZodType;
  readonly errors: readonly ErrorCode[];
}

/** One row of the API. */
export type Endpoint = OperationEndpoint | GatewayEndpoint;

/** A row for actors that an authenticator accepts. */
export const forCallers = endpointFor('caller');

/** A row for everybody, without credentials. */
export const forAnyone = endpointFor('public');

/** Makes the rows of an operation: a misspelt input or path value, or one of a wrong type, is a type error. */
function endpointFor(access: Access) {
  return <const Route extends `${Method} /${string}`, Input, Output, Given>(
    route: Route,
    operation: Operation<Input, Output>,
    inputs: Given & InputSources<Input, PathParams<Route>> & NoOther<Given, Input>,
    terms: Terms & Form = {},
  ): OperationEndpoint => {
    const [method, path] = route.split(' ') as [Method, string];
    return {
      ...terms,
      access,
      method,
      path,
      operation,
      inputs: { ...inputsInPath(path, operation), ...(inputs as Sources) },
    };
  };
}

/** The values of a path that are inputs of the operation under the same name. */
function inputsInPath(path: string, operation: Operation): Sources {
  const names = pathNamesIn(path).filter((name) => inputSchema(operation, name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, inPath(name)]));
}
