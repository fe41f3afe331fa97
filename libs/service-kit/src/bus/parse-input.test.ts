import { expect, test } from '@jest/globals';
import { defineOperation, type ServiceError } from '@svc/contracts';
import { z } from 'zod';
import { problemOf } from '@svc/testing';
import { parseInput } from './parse-input.ts';
import { encodeBody } from './wire.ts';

const asked = defineOperation({
  name: 'records.asked',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'A test.',
  input: z.object({
    post_type: z.string(),
    action: z.enum(['view', 'update']),
    id: z.int(),
    where: z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]),
    page: z.object({ size: z.int() }),
  }),
  output: z.unknown(),
  errors: [],
});

const refusal = (body: string) => problemOf(() => parseInput(asked, Buffer.from(body))) as ServiceError;

test('the error lists missing parameters of every type', () => {
  expect(refusal('{"id":1}')).toMatchObject({
    code: 'rest_missing_callback_param',
    status: 400,
    data: { params: ['post_type', 'action', 'where', 'page'] },
    message: 'Missing parameter(s): post_type, action, where, page',
  });
});

test('the error lists parameters of a wrong type with their problems', () => {
  const wrong = { post_type: 'contacts', id: 1.5, action: 'eat', where: { b: 1 }, page: {} };
  const error = refusal(JSON.stringify(wrong));
  expect(error).toMatchObject({ code: 'rest_invalid_param', status: 400 });
  const { params, details } = error.toBody().data as Record<string, Record<string, unknown>>;
  expect(params).toEqual({
    id: 'id is not of type integer',
    action: 'action must be one of view, update',
    'page.size': 'page.size is not of type number',
  });
  expect(details?.['id']).toEqual({
    code: 'rest_invalid_param',
    message: 'id is not of type integer',
    data: { status: 400 },
  });
});

test.each([
  [3, { group: 'group is not of type string or object' }],
  ['xx', { group: 'group must have at most 1 characters' }],
  [{ field: 1 }, { 'group.field': 'group.field is not of type string' }],
  [{ field: 'a', by: 'hour' }, { 'group.by': 'group.by must be one of day, week' }],
])('of a parameter with several forms, the error describes the one that was meant: %j', (group, params) => {
  const form = z.object({ field: z.string(), by: z.enum(['day', 'week']).optional() });
  const grouped = defineOperation({
    ...asked,
    input: z.object({ group: z.union([z.string().max(1), form]) }),
  });
  const error = problemOf(() => parseInput(grouped, encodeBody({ group }))) as ServiceError;
  expect(error.toBody().data).toMatchObject({ params });
});

test('an input that is not JSON is refused as invalid JSON', () => {
  expect(refusal('{"id":')).toMatchObject({ code: 'rest_invalid_json', status: 400 });
});

test('binary data of an input crosses the bus unchanged', () => {
  const data = Buffer.from('{"part":7}\n\u0000ÿ\n');
  const chunk = defineOperation({
    ...asked,
    input: z.object({ part: z.int(), data: z.instanceof(Uint8Array) }),
  });
  expect(parseInput(chunk, encodeBody({ part: 1, data }))).toEqual({ part: 1, data });
  expect(parseInput(chunk, encodeBody({ part: 2, data: Buffer.alloc(0) })).data).toHaveLength(0);
  expect(refusal('{"id":1}\n')).toMatchObject({ code: 'rest_missing_callback_param' });
});

test('of many wrong entries, the first twenty are described', () => {
  const operation = { ...asked, input: z.object({ keys: z.array(z.string()) }) };
  const keys = Array.from({ length: 1_000 }, () => ({ value: 'x' }));
  const error = problemOf(() => parseInput(operation, encodeBody({ keys }))) as ServiceError;
  expect(Object.keys(error.toBody().data?.['params'] as object)).toEqual(
    keys.slice(0, 20).map((_key, index) => `keys.${index}`),
  );
});
