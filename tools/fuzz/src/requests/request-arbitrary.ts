import fc from 'fast-check';
import type { Endpoint } from '../../../../services/gateway/src/endpoints/endpoint.ts';
import { deleters, type Role } from '../../../../test/api/matrix/roles.ts';
import type { Caller, Scene, Subject } from '../scene.ts';
import { all, slotsOf, type Part, type Slot } from './endpoint-slots.ts';
import { spoil, type Values } from './hostile-values.ts';
import { encodeText, trick, type Trick, type WireRequest } from './tricks.ts';
import { valuesOf, type Vocabulary } from './values-of-schema.ts';
import { vocabularyOf } from './vocabulary.ts';

/** A request, and what of the report it belongs to. */
export interface FuzzRequest extends WireRequest {
  /** Its number in the run. */
  readonly index: number;
  /** The row that it is meant for. */
  readonly endpoint: string;
  readonly caller: string;
}

/** How values are sent; few endpoints look for them in the query. */
const carriers = ['json', 'json', 'json', 'json', 'form', 'form', 'form', 'query'] as const;

interface Draft {
  readonly path: string;
  readonly values: Readonly<Record<Part, Values>>;
  readonly carrier: (typeof carriers)[number];
  readonly caller: Caller;
}

/** How a row of the API is called in reports. */
export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll('{ns}', 'svc')}`;
}

/** Makes the request of a number: always the same for a seed and what it is about. */
export function requestsOf(scene: Scene, seed: number): (endpoint: Endpoint, index: number) => FuzzRequest {
  const words = new Map(scene.subjects.map((subject) => [subject, vocabularyOf(scene, subject)]));
  return (endpoint, index) => {
    // Neighbours are to have nothing in common.
    const own = Math.imul(seed * 1_000_003 + index, 0x9e3779b1);
    const [subject] = fc.sample(fc.constantFrom(...words.keys()), { seed: own, numRuns: 1 });
    const drafts = draftsOf(endpoint, scene, words.get(subject as Subject) as Vocabulary);
    const [drawn] = fc.sample(fc.tuple(drafts, tricks), { seed: own + 1, numRuns: 1 });
    const [draft, played] = drawn as [Draft, readonly Trick[]];
    const request = played.reduce((each, play) => play(each), wire(endpoint, draft));
    return { ...request, index, endpoint: nameOf(endpoint), caller: draft.caller.name };
  };
}

/** Most requests are sent as they are. */
const tricks = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(trick, { minLength: 1, maxLength: 2 }) },
);

function draftsOf(endpoint: Endpoint, scene: Scene, words: Vocabulary): fc.Arbitrary<Draft> {
  const slots = slotsOf(endpoint);
  const [query, body] = [valuesIn('query', slots, words), valuesIn('body', slots, words)];
  return fc.record({
    path: pathsOf(endpoint, words),
    values: fc.oneof(
      { weight: 5, arbitrary: fc.record({ query, body }) },
      { weight: 1, arbitrary: fc.record({ query: spoil(query), body }) },
      { weight: 2, arbitrary: fc.record({ query, body: spoil(body) }) },
    ),
    carrier: fc.constantFrom(...carriers),
    caller: callersOf(scene),
  });
}

/** Mostly users, and often one who may nearly everything: what others are refused is seldom looked at. */
function callersOf({ users, links, strangers }: Scene): fc.Arbitrary<Caller> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...users) },
    { weight: 4, arbitrary: fc.constantFrom(...users.filter(({ name }) => deleters.includes(name as Role))) },
    { weight: 2, arbitrary: fc.constantFrom(...links) },
    { weight: 1, arbitrary: fc.constantFrom(...strangers) },
  );
}

/** What a part of a request holds; what an endpoint reads as a whole has keys of its own. */
function valuesIn(part: Part, slots: readonly Slot[], words: Vocabulary): fc.Arbitrary<Values> {
  const own = slots.filter((slot) => slot.part === part);
  const single = own.filter(({ key }) => key !== all);
  const whole = own.filter(({ key }) => key === all);
  const values = (slot: Slot) => valuesOf(slot.schema, slot.input, words);
  const sometimes = (slot: Slot) =>
    slot.schema.safeParse(undefined).success
      ? fc.option(values(slot), { nil: undefined, freq: 9 })
      : values(slot);
  return fc
    .tuple(
      fc.record(Object.fromEntries(single.map((slot) => [slot.key, sometimes(slot)]))),
      ...whole.map((slot) => values(slot) as fc.Arbitrary<Values>),
    )
    .map((parts) => Object.assign({}, ...parts) as Values);
}

function pathsOf({ path, aliases = [] }: Endpoint, { values }: Vocabulary): fc.Arbitrary<string> {
  return fc.constantFrom(path, ...aliases).chain((pattern) => {
    const segments = pattern.split('/').map((segment, at, all): fc.Arbitrary<unknown> => {
      const name = /^\{(?!ns\})(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) return prefixes.map((prefix) => segment.replaceAll('{ns}', prefix));
      return values[`${all[at - 1]}/${name}`] ?? (values[name] as fc.Arbitrary<unknown>);
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

/** Bracket notation as jQuery writes it; nothing of what is hostile is too much for it. */
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
