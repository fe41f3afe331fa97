import type { Operation } from '@svc/contracts';
import type { z } from 'zod';
import type { FirstOf, Parameter, Source, Sources, WholePart } from './input-sources.ts';
import type { EndpointRequest } from './sent.ts';

type Read = (request: EndpointRequest) => unknown;

/**
 * Makes the function that makes an operation's input from a request. Optional inputs that were sent as null or an empty text are left out:
 * they count as absent in every endpoint. Values inside an input, such as the fields of a record, stay as they were sent.
 */
export function inputReader(
  sources: Sources,
  operation: Pick<Operation, 'input'>,
): (request: EndpointRequest) => Record<string, unknown> {
  const inputs = Object.entries(sources).map(([name, source]) => ({
    name,
    read: readerOf(source, sources),
    isOptional: inputSchema(operation, name)?.safeParse(undefined).success ?? false,
  }));
  return (request) => {
    const input: Record<string, unknown> = {};
    for (const { name, read, isOptional } of inputs) {
      const value = read(request);
      if (!isOptional || (value !== null && value !== '')) input[name] = value;
    }
    return input;
  };
}

/** The schema of one input; undefined when the operation has no input of this name. */
export function inputSchema({ input }: Pick<Operation, 'input'>, name: string): z.ZodType | undefined {
  return (input as unknown as z.ZodObject<Record<string, z.ZodType>>).shape[name];
}

function readerOf(source: Source, sources: Sources): Read {
  switch (source.from) {
    case 'parameter':
      return parameterReader(source);
    case 'whole':
      return wholeReader(source, sources);
    case 'first': {
      const readers = new Map<Source, Read>(source.of.map((each) => [each, readerOf(each, sources)]));
      return (request) => readers.get(chosen(source, request))?.(request);
    }
    case 'path':
      return ({ params }) => params[source.name];
    case 'constant':
      return () => source.value;
    case 'context':
      return circumstances[source.of];
    case 'gateway':
      return () => undefined;
  }
}

/** Longer ones would be refused as an input. */
const maxUserAgentLength = 1_000;

const circumstances = {
  dialect: ({ dialect }) => dialect,
  ifMatch: ({ ifMatch }) => ifMatch,
  publicUrl: ({ publicUrl }) => publicUrl,
  address: ({ origin }) => origin.address,
  isSecure: ({ origin }) => origin.isSecure,
  userAgent: ({ origin }) => origin.userAgent.slice(0, maxUserAgentLength),
  origin: ({ origin }) => ({ ip: origin.address, user_agent: origin.userAgent }),
} satisfies Record<string, Read>;

function parameterReader({ part, name, coercion }: Parameter): Read {
  if (!coercion) return (request) => request[part][name];
  return (request) => coercion.coerce(request[part][name]);
}

function wholeReader({ part }: WholePart, sources: Sources): Read {
  const taken = new Set(parametersIn(sources).flatMap((each) => (each.part === part ? [each.name] : [])));
  if (taken.size === 0) return (request) => request[part];
  return (request) => Object.fromEntries(Object.entries(request[part]).filter(([name]) => !taken.has(name)));
}

/** The parameters of all inputs, without whole parts. */
export function parametersIn(sources: Sources): Parameter[] {
  return Object.values(sources)
    .flatMap((source): readonly Source[] => (source.from === 'first' ? source.of : [source]))
    .filter((source) => source.from === 'parameter');
}

function chosen({ of }: FirstOf, request: EndpointRequest): Parameter | WholePart {
  return of.find((each) => isSent(each, request)) ?? (of.at(-1) as Parameter | WholePart);
}

function isSent(source: Parameter | WholePart, request: EndpointRequest): boolean {
  const values = request[source.part];
  if (source.from === 'whole') return Object.keys(values).length > 0;
  const value: unknown = values[source.name];
  return value !== undefined && value !== null;
}

/**
 * Makes the function that names a place in an operation's input as the client sent it: `do_not_overwrite` as
 * `do_not_overwrite_existing_fields`, and `fields.age` of a whole body as `age`.
 */
export function sentName(
  sources: Sources,
  request: EndpointRequest,
): (path: readonly PropertyKey[]) => string {
  return ([input = '', ...rest]) => {
    const source = sources[String(input)];
    const name = source && nameOf(source.from === 'first' ? chosen(source, request) : source, rest);
    return [name ?? String(input), ...rest.map(String)].filter((each) => each !== '').join('.');
  };
}

/** The sent name of an input; empty for a whole part, whose values have names of their own. */
function nameOf(source: Source, rest: readonly PropertyKey[]): string | undefined {
  if (source.from === 'parameter' || source.from === 'path') return source.name;
  return source.from === 'whole' && rest.length > 0 ? '' : undefined;
}
