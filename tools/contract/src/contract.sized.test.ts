import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { contractChanges, typeChanges, type EndpointShape } from './contract-changes.ts';
import { apiTypes } from './extension-api.ts';
import { currentContract, recordedContract, versionProblems } from './record-contract.ts';

test('the contracts equal the recorded ones; after a change raise the version (docs/reference/versions.md)', () => {
  expect(currentContract()).toEqual(recordedContract());
});

interface Shape {
  readonly taken?: z.ZodRawShape;
  readonly answered?: z.ZodRawShape;
  readonly access?: string;
  readonly errors?: readonly string[];
}

function shape({ taken = {}, answered = {}, access = 'caller', errors = [] }: Shape): EndpointShape {
  const input = z.toJSONSchema(z.object(taken), { io: 'input' });
  const output = z.toJSONSchema(z.object(answered), { io: 'output' });
  return { access, aliases: [], input, output, errors };
}

const taking = (limit: z.ZodType): Shape => ({ taken: { limit } });
const answering = (total: z.ZodType): Shape => ({ answered: { total } });
const number = z.number();
const optional = number.optional();
const absentOnRequest = optional.meta({ 'x-absent-with': 'count=none' });
const users = (user: z.ZodRawShape) => taking(z.array(z.object(user)));

const changes: [about: string, before: Shape, now: Shape, isBreaking: boolean][] = [
  ['an optional parameter is new', {}, taking(optional), false],
  ['a required parameter is new', {}, taking(number), true],
  ['a parameter is removed', taking(optional), {}, true],
  ['a parameter becomes required', taking(optional), taking(number), true],
  ['a parameter becomes optional', taking(number), taking(optional), false],
  ['a parameter becomes a string', taking(number), taking(z.string()), true],
  ['the maximum of a parameter is lowered', taking(z.int().max(100)), taking(z.int().max(50)), true],
  ['the maximum of a parameter is raised', taking(z.int().max(50)), taking(z.int().max(100)), false],
  ['a parameter gets a minimum length', taking(z.string()), taking(z.string().min(1)), true],
  ['an allowed value is removed', taking(z.enum(['a', 'b'])), taking(z.enum(['a'])), true],
  ['an allowed value is added', taking(z.enum(['a'])), taking(z.enum(['a', 'b'])), false],
  [
    'another type of a parameter is accepted',
    taking(z.string()),
    taking(z.union([z.string(), number])),
    false,
  ],
  [
    'a required parameter is new inside a list',
    users({ id: number }),
    users({ id: number, name: z.string() }),
    true,
  ],
  ['a field of the answer is new', {}, answering(number), false],
  ['a field of the answer is removed', answering(number), {}, true],
  ['a field of the answer becomes optional', answering(number), answering(optional), true],
  ['a field of the answer is absent on request', answering(number), answering(absentOnRequest), false],
  ['a field of the answer becomes required', answering(optional), answering(number), false],
  ['a field of the answer becomes nullable', answering(number), answering(number.nullable()), true],
  [
    'a field of the answer has an additional value',
    answering(z.enum(['a'])),
    answering(z.enum(['a', 'b'])),
    false,
  ],
  ['the access to an endpoint changes', { access: 'caller' }, { access: 'administrator' }, true],
  ['an error is new', {}, { errors: ['locked'] }, false],
  ['an error is removed', { errors: ['locked'] }, {}, true],
];

test.each(changes)('%s', (_about, before, now, isBreaking) => {
  const found = contractChanges({ 'GET /x': shape(before) }, { 'GET /x': shape(now) });
  expect(found).not.toEqual([]);
  expect(found.some((each) => each.isBreaking)).toBe(isBreaking);
});

test('a removed endpoint is a breaking change, a new one is a compatible change, an equal one is none', () => {
  const endpoint = shape({});
  expect(contractChanges({ 'GET /x': endpoint }, { 'GET /x': shape({}) })).toEqual([]);
  expect(contractChanges({ 'GET /x': endpoint }, {})).toEqual([
    { where: 'GET /x', what: 'was removed', isBreaking: true },
  ]);
  expect(contractChanges({}, { 'GET /x': endpoint })).toEqual([
    { where: 'GET /x', what: 'was added', isBreaking: false },
  ]);
});

interface Made {
  readonly added?: boolean;
  readonly gone?: boolean;
}

test.each<[about: string, version: string, made: Made, isTaken: boolean]>([
  ['no change', '1.1.0', {}, true],
  ['an addition', '1.1.0', { added: true }, false],
  ['an addition', '1.2.0', { added: true }, true],
  ['an addition', '1.0.9', { added: true }, false],
  ['a removal', '1.2.0', { gone: true }, false],
  ['a removal', '2.0.0', { gone: true }, true],
])('%s under version %s: %j', (_about, version, { added, gone }, isTaken) => {
  const before = { ...recordedContract(), http: { version: '1.1.0', endpoints: { 'GET /x': shape({}) } } };
  const endpoints = { ...(!gone && { 'GET /x': shape({}) }), ...(added && { 'GET /y': shape({}) }) };
  const problems = versionProblems(before, { ...before, http: { version, endpoints } });
  expect(problems.length === 0).toBe(isTaken);
});

const file = import.meta.filename.replace('contract.sized.test', 'an-api');

/** An API with these members of what an extension hands over, and of what it gets. */
const api = (handed: string, got: string) =>
  `export interface ExtensionApi { handed: Handed }
  interface Handed { name: string; setup?(setup: Got): void; ${handed} }
  interface Got { log: string; ${got} }`;

const seen = (...parameters: string[]) => api(`seen?: (${parameters.join(', ')}) => void;`, '');
const asking = (...parameters: string[]) => api('', `ask(${parameters.join(', ')}): string;`);

test.each<[about: string, before: string, now: string, isBreaking: boolean]>([
  ['an attribute is new', api('', ''), api('tiles?: string[];', ''), false],
  ['a required attribute is new', api('', ''), api('tiles: string[];', ''), true],
  ['an attribute is removed', api('tiles?: string[];', ''), api('', ''), true],
  ['an attribute accepts fewer values', api('by?: "a" | "b";', ''), api('by?: "a";', ''), true],
  ['an attribute accepts more values', api('by?: "a";', ''), api('by?: "a" | "b";', ''), false],
  ['a map has other value types', api('by?: Map<string, 1 | 2>;', ''), api('by?: Map<string, 1>;', ''), true],
  ['a hook is new', api('', ''), seen('id: number'), false],
  ['a hook is removed', seen('id: number'), api('', ''), true],
  ['a hook gets an additional last parameter', seen('id: number'), seen('id: number', 'type: string'), false],
  ['a hook gets a parameter of another type', seen('id: number'), seen('id: string'), true],
  ['the setup has an additional function', api('', ''), asking('id: number'), false],
  ['a function of the setup is removed', asking('id: number'), api('', ''), true],
  [
    'a function of the setup gets an optional parameter',
    asking('id: number'),
    asking('id: number', 'type?: string'),
    false,
  ],
  [
    'a function of the setup gets a required parameter',
    asking('id: number'),
    asking('id: number', 'type: string'),
    true,
  ],
])('the extension API: %s', (_about, before, now, isBreaking) => {
  const changes = typeChanges(apiTypes(file, before), apiTypes(file, now));
  expect(changes).not.toEqual([]);
  expect(changes.some((each) => each.isBreaking)).toBe(isBreaking);
});

test('a function of the extension API with overloads is refused', () => {
  const text = api('', 'ask(id: number): string; ask(id: string): number;');
  expect(() => apiTypes(file, text)).toThrow('has overloads');
});

test.each<[version: string, isTaken: boolean]>([
  ['1.2.0', false],
  ['1.3.0', false],
  ['2.0.0', true],
])('a breaking change of the extension API is %s: %s', (version, isTaken) => {
  const recorded = recordedContract();
  const before = { ...recorded, extensions: { ...recorded.extensions, version: '1.2.0' } };
  const { Extension: _gone, ...others } = recorded.extensions.types;
  const Extension = { taken: { type: 'object', properties: {}, required: [] } };
  const now = { ...before, extensions: { version, types: { ...others, Extension } } };
  expect(versionProblems(before, now).length === 0).toBe(isTaken);
});
