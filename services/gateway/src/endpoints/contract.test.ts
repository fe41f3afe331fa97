import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { contractChanges, type EndpointShape } from '../testing/contract-changes.ts';
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

test('a change of the extension API needs a higher version', () => {
  const before = recordedContract();
  const changed = { ...before.extensions, fingerprint: 'x' };
  expect(versionProblems(before, { ...before, extensions: changed })).toHaveLength(1);
  const raised = { ...changed, version: '99.0.0' };
  expect(versionProblems(before, { ...before, extensions: raised })).toEqual([]);
});
