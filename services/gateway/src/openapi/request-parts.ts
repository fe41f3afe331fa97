import { listControlsSchema } from '@svc/contracts';
import type { z } from 'zod';
import type { Method, OperationEndpoint } from '../endpoints/endpoint.ts';
import { pathNamesIn, pathValueSchema } from '../endpoints/endpoint-path.ts';
import type { Parameter, Part, Source, WholePart } from '../endpoints/input-sources.ts';
import { inputSchema } from '../endpoints/read-input.ts';
import { descriptionOf, descriptionOfPathValue } from './input-descriptions.ts';
import { queryParameters, type ParameterObject } from './query-parameters.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';

interface Reference {
  readonly $ref: string;
}

/** An input with the place where the document shows it. */
interface Shown {
  readonly input: string;
  readonly place: Parameter | WholePart;
  /** Further places that are read when the first has no value. */
  readonly others: readonly (Parameter | WholePart)[];
  readonly schema: z.ZodType;
}

/** The parameters of an endpoint: path, query and headers. */
export function parametersOf(endpoint: OperationEndpoint, book: SchemaBook): (ParameterObject | Reference)[] {
  const path = pathNamesIn(endpoint.path).map((name): ParameterObject | Reference => {
    if (name === 'post_type') return postTypeParameter;
    const description = descriptionOfPathValue(endpoint.path, name);
    return {
      name,
      in: 'path',
      required: true,
      ...(description && { description }),
      schema: pathValueSchema(name),
    };
  });
  const query = shownIn(endpoint, 'query').flatMap((shown) => {
    if (shown.place.from === 'whole') return listParameters(book);
    const [name, schema] = valueOf(shown, shown.place, book);
    const hasCommas = shown.place.coercion?.isList ?? false;
    return queryParameters(name, schema, {
      isRequired: isRequired(shown),
      note: noteOf(endpoint, shown, schema),
      hasCommas,
    });
  });
  const sources = Object.values(endpoint.inputs);
  const isConditional = sources.some((source) => source.from === 'context' && source.of === 'ifMatch');
  return [...path, ...query, ...(isConditional ? [ifMatchHeader] : []), ...headersOf(endpoint)];
}

/** The post types are those of an installation: see `openApiDocument`. */
const postTypeParameter: Reference = { $ref: '#/components/parameters/PostType' };

const ifMatchHeader: ParameterObject = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the record as you read it: the update is refused if the record has changed since.',
  schema: { type: 'string' },
};

const ifNoneMatchHeader: ParameterObject = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier answer: 304 without a body while the answer is the same.',
  schema: { type: 'string' },
};

const idempotencyHeader: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the request safe to repeat: for a day, a repeat with the same key gets the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function headersOf({ operation, tag }: OperationEndpoint): ParameterObject[] {
  return [...(tag ? [ifNoneMatchHeader] : []), ...(operation.kind === 'write' ? [idempotencyHeader] : [])];
}

/** The body of an endpoint; undefined when it takes none. */
export function bodyOf(endpoint: OperationEndpoint, book: SchemaBook): JsonSchema | undefined {
  const inputs = shownIn(endpoint, 'body');
  if (inputs.length === 0 && !endpoint.form) return undefined;
  const whole = inputs.find(({ place }) => place.from === 'whole');
  const schema = whole ? book.of(whole.schema, 'input') : objectOf(endpoint, inputs, book);
  if (endpoint.form)
    return { required: true, content: { 'multipart/form-data': { schema: withFiles(schema) } } };
  const isNeeded = whole !== undefined || inputs.some(isRequired);
  return { required: isNeeded, content: { 'application/json': { schema } } };
}

function objectOf(endpoint: OperationEndpoint, inputs: readonly Shown[], book: SchemaBook): JsonSchema {
  const entries = inputs.map((shown) => {
    const [name, schema] = valueOf(shown, shown.place as Parameter, book);
    const note = noteOf(endpoint, shown, schema);
    return [name, note ? { ...schema, description: note } : schema] as const;
  });
  const required = inputs.filter(isRequired).map(({ place }) => (place as Parameter).name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    ...(required.length > 0 && { required }),
  };
}

function withFiles(schema: JsonSchema): JsonSchema {
  const properties = schema['properties'] as Record<string, JsonSchema>;
  const files = { type: 'array', items: { type: 'string', format: 'binary' }, description: 'The files.' };
  return { ...schema, properties: { ...properties, 'storage_upload_files[]': files } };
}

/** The inputs that the document shows in a part of the request. */
function shownIn(endpoint: OperationEndpoint, part: Part): Shown[] {
  return Object.entries(endpoint.inputs).flatMap(([input, source]) => {
    const schema = inputSchema(endpoint.operation, input);
    const [place, ...others] = placesOf(source, endpoint.method);
    return schema && place?.part === part ? [{ input, place, others, schema }] : [];
  });
}

/** The places of an input. A DELETE is shown with its query first: many clients send no body with it. */
function placesOf(source: Source, method: Method): readonly (Parameter | WholePart)[] {
  if (source.from === 'parameter' || source.from === 'whole') return [source];
  if (source.from !== 'first') return [];
  if (method !== 'DELETE') return source.of;
  return source.of.toSorted((one, other) => Number(one.part === 'body') - Number(other.part === 'body'));
}

function valueOf({ schema }: Shown, { name, coercion }: Parameter, book: SchemaBook): [string, JsonSchema] {
  const own = book.of(schema, 'input');
  const spellings = coercion?.spellings ?? {};
  const isExact = Object.keys(spellings).length === 0 || coercion?.isList;
  return [name, isExact ? own : { anyOf: [own, spellings] }];
}

/** Whether an input has to be sent. A coercion that makes a value of an absent one makes it optional. */
function isRequired({ schema, place }: Shown): boolean {
  if (schema.safeParse(undefined).success) return false;
  if (place.from === 'whole') return true;
  return place.coercion?.coerce(undefined) === undefined;
}

/** The meaning of a parameter, and the other places where it may be sent. */
function noteOf(
  endpoint: OperationEndpoint,
  { others, place }: Shown,
  schema: JsonSchema,
): string | undefined {
  const spellings = others.flatMap((other) => {
    if (other.from === 'whole') return [];
    const isSame = place.from === 'parameter' && place.name === other.name;
    return [isSame ? `in the ${other.part}` : `as \`${other.name}\` in the ${other.part}`];
  });
  const own = schema['description'] as string | undefined;
  const meaning = own ?? (place.from === 'parameter' ? descriptionOf(endpoint, place.name) : undefined);
  const notes = [meaning, spellings.length > 0 && `Also accepted ${spellings.join(', or ')}.`].filter(
    Boolean,
  );
  return notes.length === 0 ? undefined : notes.join(' ');
}

/** The parameters of a list in a query string. */
function listParameters(book: SchemaBook): ParameterObject[] {
  const controls = Object.entries(listControlsSchema.shape).flatMap(([name, schema]) => {
    const { description, ...shape } = book.of(schema, 'input') as JsonSchema & { description?: string };
    return queryParameters(name, shape, { isRequired: false, note: description });
  });
  return [...controls, filterParameters];
}

const filterParameters: ParameterObject = {
  name: 'filters',
  in: 'query',
  style: 'form',
  explode: true,
  description:
    'Any other parameter is a filter by the field of that name, in bracket notation: `overall_status[]=active&overall_status[]=paused`, `post_date[start]=2026-01-01`. Trees of filters are `fields[0][overall_status][]=active`.',
  schema: { type: 'object', additionalProperties: { type: 'string' } },
};
