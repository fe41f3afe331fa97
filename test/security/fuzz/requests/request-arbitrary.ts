import fc from 'fast-check';
import type { Endpoint } from '@svc/gateway/endpoint';
import type { Part } from '@svc/gateway/input-sources';
import { deleters } from '../../../api/matrix/roles.ts';
import type { Caller, Scene, Subject } from '../scene.ts';
import { documentedSlots, type DocumentedSlot } from './documented-slots.ts';
import { all, slotsOf } from './endpoint-slots.ts';
import { spoil, type Values } from './hostile-values.ts';
import { encodeText, trick, type Trick, type WireRequest } from './tricks.ts';
import { valuesOf, type Vocabulary } from './values-of-schema.ts';
import { otherIds, vocabularyOf, wordsOfCaller } from './vocabulary.ts';

export interface FuzzRequest extends WireRequest {
  readonly index: number;
  readonly endpoint: string;
  readonly caller: string;
}

/** The parts of a request that may be hostile; repeated ones are drawn more often. */
const hostileParts = ['caller', 'ids', 'query', 'body', 'body', 'carrier', 'wire', 'wire'] as const;

type Hostile = ReadonlySet<(typeof hostileParts)[number]>;

/** About half of the requests are valid, and most others have one hostile part, so that the code behind the checks is tested. */
const hostility: fc.Arbitrary<Hostile> = fc
  .oneof(
    { weight: 14, arbitrary: fc.constant([]) },
    { weight: 10, arbitrary: fc.constantFrom(...hostileParts).map((part) => [part]) },
    { weight: 2, arbitrary: fc.array(fc.constantFrom(...hostileParts), { minLength: 2, maxLength: 4 }) },
  )
  .map((parts) => new Set(parts));

type Carrier = 'json' | 'form' | 'query';

interface Draft {
  readonly path: string;
  readonly values: Readonly<Record<Part, Values>>;
  readonly carrier: Carrier;
  readonly caller: Caller;
  readonly tricks: readonly Trick[];
}

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll('{ns}', 'svc')}`;
}

/** Generates the request with a number, always the same one for a seed, a scene and an endpoint. */
export function requestsOf(scene: Scene, seed: number): (endpoint: Endpoint, index: number) => FuzzRequest {
  const words = new Map(scene.subjects.map((subject) => [subject, vocabularyOf(scene, subject)]));
  const strays = otherIds(scene);
  return (endpoint, index) => {
    // Spreads the seeds, so that consecutive requests have nothing in common.
    const own = Math.imul(seed * 1_000_003 + index, 0x9e3779b1);
    const draw = <Of>(from: fc.Arbitrary<Of>, nth: number) =>
      fc.sample(from, { seed: own + nth, numRuns: 1 })[0] as Of;
    const hostile = draw(hostility, 0);
    const subject = draw(fc.constantFrom(...subjectsOf(endpoint, scene)), 1);
    const caller = draw(
      hostile.has('caller') ? anybody(scene) : expectedCallers(endpoint, scene, subject),
      2,
    );
    const known = words.get(subject) as Vocabulary;
    const values = { ...known.values, ...wordsOfCaller(caller), ...(hostile.has('ids') && strays) };
    const isDocumented = draw(fc.nat({ max: 2 }), 4) === 0;
    const vocabulary = inPath(endpoint, { ...known, values });
    const slots = (isDocumented && documentedSlots(endpoint, vocabulary)) || slotsOfRow(endpoint, vocabulary);
    const draft = draw(draftsOf(endpoint, { hostile, slots, words: vocabulary }), 3);
    const request = draft.tricks.reduce((each, play) => play(each), wire(endpoint, { ...draft, caller }));
    return { ...request, index, endpoint: nameOf(endpoint), caller: caller.name };
  };
}

/** The subjects of an endpoint; some endpoints are for contacts only. */
function subjectsOf({ path }: Endpoint, { subjects }: Scene): readonly Subject[] {
  return path.includes('/contacts/') ? subjects.filter(({ type }) => type === 'contacts') : subjects;
}

function anybody({ users, links, strangers }: Scene): fc.Arbitrary<Caller> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...users) },
    { weight: 2, arbitrary: fc.constantFrom(...links) },
    { weight: 1, arbitrary: fc.constantFrom(...strangers) },
  );
}

/** Callers with permission for the endpoint. */
function expectedCallers({ path }: Endpoint, scene: Scene, { maker }: Subject): fc.Arbitrary<Caller> {
  const { users, links, arrival } = scene;
  const named = (...names: readonly string[]) =>
    fc.constantFrom(...[...users, ...links].filter(({ name }) => names.includes(name)));
  if (/receive-|summary$/.test(path)) return named(arrival.sender);
  const usual = path.includes('-posts/') ? maker : 'administrator';
  return fc.oneof({ weight: 9, arbitrary: named(usual) }, { weight: 1, arbitrary: named(...deleters) });
}

/** Adds the words that are only for the endpoints of this path. */
function inPath({ path }: Endpoint, { values, shapes }: Vocabulary): Vocabulary {
  const prefix = `${path.split('/').findLast((segment) => !segment.startsWith('{'))}/`;
  const own = Object.entries(values).filter(([name]) => name.startsWith(prefix));
  const named = own.map(([name, value]) => [name.slice(prefix.length), value] as const);
  return { values: { ...values, ...Object.fromEntries(named) }, shapes };
}

/** The query and body of an endpoint as its row has them, with all places of an input. */
function slotsOfRow(endpoint: Endpoint, words: Vocabulary): DocumentedSlot[] {
  return slotsOf(endpoint).map(({ part, key, input, schema }) => ({
    part,
    key: key === all ? undefined : key,
    isRequired: !schema.safeParse(undefined).success,
    values: valuesOf(schema, input, words),
  }));
}

interface Parts {
  readonly hostile: Hostile;
  readonly slots: readonly DocumentedSlot[];
  readonly words: Vocabulary;
}

function draftsOf(endpoint: Endpoint, { hostile, slots, words }: Parts): fc.Arbitrary<Omit<Draft, 'caller'>> {
  const valuesOfPart = (part: Part) => {
    const values = valuesIn(slots.filter((slot) => slot.part === part));
    return hostile.has(part) ? spoil(values) : values;
  };
  const carriers: Carrier[] = hostile.has('carrier') ? ['query'] : ['json', 'form'];
  return fc.record({
    path: pathsOf(endpoint, words),
    values: fc.record({ query: valuesOfPart('query'), body: valuesOfPart('body') }),
    carrier: fc.constantFrom(...carriers),
    tricks: fc.array(trick, hostile.has('wire') ? { minLength: 1, maxLength: 2 } : { maxLength: 0 }),
  });
}

/** The values of a part; a value that is a whole part adds its own keys. */
function valuesIn(slots: readonly DocumentedSlot[]): fc.Arbitrary<Values> {
  const single = slots.flatMap(({ key, isRequired, values }) => {
    if (key === undefined) return [];
    return [[key, isRequired ? values : fc.option(values, { nil: undefined, freq: 9 })] as const];
  });
  const whole = slots.filter(({ key }) => key === undefined);
  return fc
    .tuple(
      fc.record(Object.fromEntries(single)),
      ...whole.map(({ values }) => values as fc.Arbitrary<Values>),
    )
    .map((parts) => Object.assign({}, ...parts) as Values);
}

function pathsOf({ path, aliases = [] }: Endpoint, { values }: Vocabulary): fc.Arbitrary<string> {
  return fc.constantFrom(path, ...aliases).chain((pattern) => {
    const segments = pattern.split('/').map((segment): fc.Arbitrary<unknown> => {
      const name = /^\{(?!ns\})(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) return prefixes.map((prefix) => segment.replaceAll('{ns}', prefix));
      return values[name] as fc.Arbitrary<unknown>;
    });
    return fc.tuple(...segments).map((parts) => parts.join('/'));
  });
}

const prefixes = fc.constantFrom('svc', 'svc', 'svc', 'dt');

function wire({ method }: Endpoint, { path, values, carrier, caller }: Draft): WireRequest {
  const hasBody = method !== 'GET' && carrier !== 'query';
  const query = hasBody ? values.query : { ...values.body, ...values.query };
  const search = toBrackets(query).slice(0, 40_000);
  return {
    method,
    path: `/wp-json${path}${search && `?${search}`}`,
    headers: [
      ['x-forwarded-proto', 'https'],
      ['x-forwarded-for', caller.address],
      ...(caller.bearer === undefined ? [] : [['authorization', `Bearer ${caller.bearer}`] as const]),
      ...(hasBody ? [['content-type', contentTypes[carrier]] as const] : []),
    ],
    body: Buffer.from(
      hasBody ? (carrier === 'json' ? JSON.stringify(values.body) : toBrackets(values.body)) : '',
    ),
    isChunked: false,
  };
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', query: '' };

/** Bracket notation as jQuery writes it, within limits for hostile values. */
function toBrackets(values: Values): string {
  const pairs: string[] = [];
  const add = (key: string, value: unknown): void => {
    if (value === undefined || pairs.length > 3_000 || key.length > 2_000) return;
    if (Array.isArray(value))
      for (const [at, item] of value.entries()) add(`${key}[${isNested(item) ? at : ''}]`, item);
    else if (isNested(value)) for (const [name, item] of Object.entries(value)) add(`${key}[${name}]`, item);
    else {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      pairs.push(`${encodeText(key)}=${encodeURIComponent(text.toWellFormed())}`);
    }
  };
  for (const [key, value] of Object.entries(values)) add(key, value);
  return pairs.join('&');
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
