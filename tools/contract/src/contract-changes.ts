import { isDeepStrictEqual } from 'node:util';

/** A JSON schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** The properties of an endpoint that clients rely on. */
export interface EndpointShape {
  /** The callers that it admits. */
  readonly access: string;
  readonly aliases: readonly string[];
  readonly input: Schema;
  readonly output: Schema;
  readonly errors: readonly string[];
}

/** The endpoints by method and path. */
export type Endpoints = Readonly<Record<string, EndpointShape>>;

/** One difference between two contracts. */
export interface ContractChange {
  /** The endpoint, and where in its parameters or its answer. */
  readonly where: string;
  readonly what: string;
  /** Whether a client may rely on what it takes away; the rules are those of docs/reference/versions.md. */
  readonly isBreaking: boolean;
}

/** Where a schema stands. Input may get wider, output narrower. */
interface Place {
  readonly where: string;
  readonly isTaken: boolean;
}

type Pair = readonly [before: Schema, now: Schema];

/** The differences in `now`. A difference that it cannot judge counts as breaking. */
export function contractChanges(before: Endpoints, now: Endpoints): ContractChange[] {
  return keysOf(before, now).flatMap((where) => {
    const old = before[where];
    const made = now[where];
    if (!old) return [addition(where, 'was added')];
    if (!made) return [breaking(where, 'was removed')];
    return [
      ...(old.access === made.access ? [] : [breaking(where, `access is ${made.access}, not ${old.access}`)]),
      ...listChanges(`${where} aliases`, old.aliases, made.aliases),
      ...listChanges(`${where} errors`, old.errors, made.errors),
      ...schemaChanges([old.input, made.input], { where: `${where} parameters`, isTaken: true }),
      ...schemaChanges([old.output, made.output], { where: `${where} answer`, isTaken: false }),
    ];
  });
}

/** The types of an API by name: `taken` is what its users hand over, `given` what they get. */
export type ApiTypes = Readonly<Record<string, { readonly taken?: Schema; readonly given?: Schema }>>;

/** The differences in `now`. A type that was added or removed shows where it is used. */
export function typeChanges(before: ApiTypes, now: ApiTypes): ContractChange[] {
  return keysOf(before, now).flatMap((where) =>
    (['taken', 'given'] as const).flatMap((direction) => {
      const old = before[where]?.[direction];
      const made = now[where]?.[direction];
      return old && made ? schemaChanges([old, made], { where, isTaken: direction === 'taken' }) : [];
    }),
  );
}

function listChanges(where: string, before: readonly string[], now: readonly string[]): ContractChange[] {
  return [
    ...before.filter((each) => !now.includes(each)).map((each) => breaking(where, `${each} was removed`)),
    ...now.filter((each) => !before.includes(each)).map((each) => addition(where, `${each} was added`)),
  ];
}

function schemaChanges([before, now]: Pair, place: Place): ContractChange[] {
  if (isDeepStrictEqual(before, now)) return [];
  if (isUnion(before) || isUnion(now)) return unionChanges([before, now], place);
  return keysOf(before, now)
    .filter((keyword) => !isDeepStrictEqual(before[keyword], now[keyword]))
    .flatMap((keyword) => keywordChanges(keyword, [before, now], place));
}

const lowest: ReadonlySet<string> = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems']);
const highest: ReadonlySet<string> = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']);
const silent: ReadonlySet<string> = new Set(['$schema', 'description', 'title', 'x-absent-with']);

function keywordChanges(keyword: string, pair: Pair, place: Place): ContractChange[] {
  const [before, now] = pair.map((schema) => schema[keyword]);
  const { where, isTaken } = place;
  if (silent.has(keyword)) return [];
  if (keyword === 'properties' || keyword === '$defs') return propertyChanges(keyword, pair, place);
  if (keyword === 'required') return requiredChanges(pair, place);
  if (lowest.has(keyword) || highest.has(keyword)) {
    const none = lowest.has(keyword) ? -Infinity : Infinity;
    const isNarrower = lowest.has(keyword)
      ? Number(now ?? none) > Number(before ?? none)
      : Number(now ?? none) < Number(before ?? none);
    return [change(isTaken && isNarrower, where, `${keyword} is ${told(now)}, not ${told(before)}`)];
  }
  // Parameters have the opposite direction: a function that users hand over receives them.
  if (keyword === 'parameters')
    return schemaChanges(pair.map(parametersOf) as unknown as Pair, { where, isTaken: !isTaken });
  if (isSchema(before) && isSchema(now))
    return schemaChanges([before, now], { ...place, where: `${where}.${keyword}` });
  const isOpened = keyword === 'additionalProperties' && before === false;
  return [change(!isOpened, where, `${keyword} is ${told(now)}, not ${told(before)}`)];
}

/** A required parameter that is new is a change of `required`. */
function propertyChanges(keyword: 'properties' | '$defs', pair: Pair, place: Place): ContractChange[] {
  const [before, now] = pair.map((schema) => (schema[keyword] ?? {}) as Record<string, Schema>);
  if (!before || !now) return [];
  return keysOf(before, now).flatMap((key) => {
    const where = `${place.where}.${key}`;
    const old = before[key];
    const made = now[key];
    if (old && made) return schemaChanges([old, made], { ...place, where });
    if (keyword === '$defs') return [];
    return [old ? breaking(where, 'was removed') : addition(where, 'was added')];
  });
}

function requiredChanges([before, now]: Pair, { where, isTaken }: Place): ContractChange[] {
  const properties = (now['properties'] ?? {}) as Record<string, Schema>;
  const required = ({ required: keys }: { readonly required?: unknown }) => new Set((keys ?? []) as string[]);
  return Object.keys(properties)
    .filter((key) => required(before).has(key) !== required(now).has(key))
    .map((key) => {
      const isRequired = required(now).has(key);
      const what = isRequired ? 'is now required' : 'is now optional';
      // Clients that do not send the new parameter still get the field.
      const isOnRequest = !isTaken && properties[key]?.['x-absent-with'] !== undefined;
      return change(isTaken === isRequired && !isOnRequest, `${where}.${key}`, what);
    });
}

/** Alternatives, and values of which one is chosen. A further value in an answer is like a further field. */
function unionChanges(pair: Pair, place: Place): ContractChange[] {
  const [before, now] = pair.map(alternativesOf) as [Schema[], Schema[]];
  const gone = before.filter((each) => !now.some((other) => isDeepStrictEqual(each, other)));
  const added = now.filter((each) => !before.some((other) => isDeepStrictEqual(each, other)));
  const isSame = gone.length === added.length && !gone.some((each) => 'const' in each);
  if (isSame) return gone.flatMap((each, index) => schemaChanges([each, added[index] as Schema], place));
  const { where, isTaken } = place;
  return [
    ...gone.map((each) => change(isTaken, where, `can no longer be ${told(each)}`)),
    ...added.map((each) => change(!isTaken && !('const' in each), where, `can also be ${told(each)}`)),
  ];
}

function parametersOf({ parameters }: Schema): Schema {
  return (parameters ?? {}) as Schema;
}

function isUnion(schema: Schema): boolean {
  return (
    ['anyOf', 'oneOf', 'enum', 'const'].some((keyword) => keyword in schema) || Array.isArray(schema['type'])
  );
}

function alternativesOf(schema: Schema): Schema[] {
  const { anyOf, oneOf, enum: values, const: value, type } = schema as Record<string, unknown>;
  if (Array.isArray(values)) return values.map((each: unknown) => ({ const: each }));
  if (value !== undefined) return [{ const: value }];
  if (Array.isArray(type)) return type.map((each: unknown) => ({ ...schema, type: each }));
  const alternatives = (anyOf ?? oneOf) as Schema[] | undefined;
  return alternatives?.flatMap(alternativesOf) ?? [schema];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf(...objects: object[]): string[] {
  return [...new Set(objects.flatMap((each) => Object.keys(each)))];
}

function told(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

function change(isBreaking: boolean, where: string, what: string): ContractChange {
  return { where, what, isBreaking };
}

const breaking = (where: string, what: string) => change(true, where, what);
const addition = (where: string, what: string) => change(false, where, what);
