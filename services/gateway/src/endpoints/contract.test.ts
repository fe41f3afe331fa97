import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { contractChanges, typeChanges, type EndpointShape } from '../testing/contract-changes.ts';
import { apiTypes } from '../testing/extension-api.ts';
import { currentContract, recordedContract, versionProblems } from '../testing/record-contract.ts';

test('the contracts are those that were recorded; after a change raise the version and record them (docs/versions.md)', () => {
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

const changes: [about: string, before: Shape, now: Shape, isBreaking: boolean][] = [
  ['an optional parameter is new', {}, { taken: { limit: z.number().optional() } }, false],
  ['a required parameter is new', {}, { taken: { limit: z.number() } }, true],
  ['a parameter goes', { taken: { limit: z.number().optional() } }, {}, true],
  [
    'a parameter must be sent',
    { taken: { limit: z.number().optional() } },
    { taken: { limit: z.number() } },
    true,
  ],
  [
    'a parameter may be left out',
    { taken: { limit: z.number() } },
    { taken: { limit: z.number().optional() } },
    false,
  ],
  ['a parameter is a text', { taken: { limit: z.number() } }, { taken: { limit: z.string() } }, true],
  ['less is taken', { taken: { limit: z.int().max(100) } }, { taken: { limit: z.int().max(50) } }, true],
  ['more is taken', { taken: { limit: z.int().max(50) } }, { taken: { limit: z.int().max(100) } }, false],
  ['a bound is new', { taken: { name: z.string() } }, { taken: { name: z.string().min(1) } }, true],
  ['a value is refused', { taken: { by: z.enum(['a', 'b']) } }, { taken: { by: z.enum(['a']) } }, true],
  ['a value is new', { taken: { by: z.enum(['a']) } }, { taken: { by: z.enum(['a', 'b']) } }, false],
  [
    'another kind of value is taken',
    { taken: { by: z.string() } },
    { taken: { by: z.union([z.string(), z.number()]) } },
    false,
  ],
  [
    'it is inside a list',
    { taken: { users: z.array(z.object({ id: z.int() })) } },
    { taken: { users: z.array(z.object({ id: z.int(), name: z.string() })) } },
    true,
  ],
  ['a field of the answer is new', {}, { answered: { total: z.number() } }, false],
  ['a field of the answer goes', { answered: { total: z.number() } }, {}, true],
  [
    'a field may be missing',
    { answered: { total: z.number() } },
    { answered: { total: z.number().optional() } },
    true,
  ],
  [
    'a field is always there',
    { answered: { total: z.number().optional() } },
    { answered: { total: z.number() } },
    false,
  ],
  [
    'a field may be null',
    { answered: { total: z.number() } },
    { answered: { total: z.number().nullable() } },
    true,
  ],
  [
    'the answer has a further value',
    { answered: { state: z.enum(['a']) } },
    { answered: { state: z.enum(['a', 'b']) } },
    false,
  ],
  ['others may call', { access: 'caller' }, { access: 'administrator' }, true],
  ['an error is new', {}, { errors: ['locked'] }, false],
  ['an error goes', { errors: ['locked'] }, {}, true],
];

test.each(changes)('%s', (_about, before, now, isBreaking) => {
  const found = contractChanges({ 'GET /x': shape(before) }, { 'GET /x': shape(now) });
  expect(found).not.toEqual([]);
  expect(found.some((each) => each.isBreaking)).toBe(isBreaking);
});

test('an endpoint that goes is breaking, one that is new is not, and what is the same is no change', () => {
  const endpoint = shape({});
  expect(contractChanges({ 'GET /x': endpoint }, { 'GET /x': shape({}) })).toEqual([]);
  expect(contractChanges({ 'GET /x': endpoint }, {})).toEqual([
    { where: 'GET /x', what: 'is gone', isBreaking: true },
  ]);
  expect(contractChanges({}, { 'GET /x': endpoint })).toEqual([
    { where: 'GET /x', what: 'is new', isBreaking: false },
  ]);
});

interface Made {
  readonly added?: boolean;
  readonly gone?: boolean;
}

test.each<[about: string, version: string, made: Made, isTaken: boolean]>([
  ['nothing', '1.1.0', {}, true],
  ['an addition', '1.1.0', { added: true }, false],
  ['an addition', '1.2.0', { added: true }, true],
  ['an addition', '1.0.9', { added: true }, false],
  ['what is taken away', '1.2.0', { gone: true }, false],
  ['what is taken away', '2.0.0', { gone: true }, true],
])('%s under version %s: %j', (_about, version, { added, gone }, isTaken) => {
  const before = { ...recordedContract(), http: { version: '1.1.0', endpoints: { 'GET /x': shape({}) } } };
  const endpoints = { ...(!gone && { 'GET /x': shape({}) }), ...(added && { 'GET /y': shape({}) }) };
  const problems = versionProblems(before, { ...before, http: { version, endpoints } });
  expect(problems.length === 0).toBe(isTaken);
});

/** An API with these members of what an extension hands over, and of what it gets. */
const api = (handed: string, got: string) =>
  `export interface ExtensionApi { handed: Handed }
  interface Handed { name: string; setup?(setup: Got): void; ${handed} }
  interface Got { log: string; ${got} }`;

test.each<[about: string, before: string, now: string, isBreaking: boolean]>([
  ['an attribute is new', api('', ''), api('tiles?: string[];', ''), false],
  ['an attribute must be there', api('', ''), api('tiles: string[];', ''), true],
  ['an attribute goes', api('tiles?: string[];', ''), api('', ''), true],
  ['an attribute takes less', api('by?: "a" | "b";', ''), api('by?: "a";', ''), true],
  ['an attribute takes more', api('by?: "a";', ''), api('by?: "a" | "b";', ''), false],
  ['a map holds others', api('by?: Map<string, 1 | 2>;', ''), api('by?: Map<string, 1>;', ''), true],
  ['a hook is new', api('', ''), api('seen?: (id: number) => void;', ''), false],
  ['a hook goes', api('seen?: (id: number) => void;', ''), api('', ''), true],
  [
    'a hook gets more at the end',
    api('seen?: (id: number) => void;', ''),
    api('seen?: (id: number, type: string) => void;', ''),
    false,
  ],
  [
    'a hook gets something else',
    api('seen?: (id: number) => void;', ''),
    api('seen?: (id: string) => void;', ''),
    true,
  ],
  ['the setup has more', api('', ''), api('', 'ask(id: number): string;'), false],
  ['the setup has less', api('', 'ask(id: number): string;'), api('', ''), true],
  [
    'a function of the setup takes more',
    api('', 'ask(id: number): string;'),
    api('', 'ask(id: number, type?: string): string;'),
    false,
  ],
  [
    'a function of the setup needs more',
    api('', 'ask(id: number): string;'),
    api('', 'ask(id: number, type: string): string;'),
    true,
  ],
])('of extensions: %s', (_about, before, now, isBreaking) => {
  const file = import.meta.filename.replace('contract.test', 'an-api');
  const changes = typeChanges(apiTypes(file, before), apiTypes(file, now));
  expect(changes).not.toEqual([]);
  expect(changes.some((each) => each.isBreaking)).toBe(isBreaking);
});

test('of extensions: a function with overloads is not recorded in part', () => {
  const file = import.meta.filename.replace('contract.test', 'an-api');
  const text = api('', 'ask(id: number): string; ask(id: string): number;');
  expect(() => apiTypes(file, text)).toThrow('has overloads');
});

test.each<[version: string, isTaken: boolean]>([
  ['1.2.0', false],
  ['1.3.0', false],
  ['2.0.0', true],
])('a change of the extension API that takes away is %s: %s', (version, isTaken) => {
  const recorded = recordedContract();
  const before = { ...recorded, extensions: { ...recorded.extensions, version: '1.2.0' } };
  const { Extension: _gone, ...others } = recorded.extensions.types;
  const Extension = { taken: { type: 'object', properties: {}, required: [] } };
  const now = { ...before, extensions: { version, types: { ...others, Extension } } };
  expect(versionProblems(before, now).length === 0).toBe(isTaken);
});
