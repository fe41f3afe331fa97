import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { allEndpoints } from '@svc/gateway/endpoints';
import type { Endpoint } from '@svc/gateway/endpoint';
import { firstOf, inBody, inQuery, wholeBody, type Sources } from '@svc/gateway/input-sources';
import { sized } from '@svc/testing';
import type { Scene } from '../scene.ts';
import { slotsOf } from './endpoint-slots.ts';
import { nameOf, requestsOf } from './request-arbitrary.ts';

const caller = { name: 'administrator', bearer: 'a token', address: '198.51.100.1' };
const types = ['contacts', 'peoplegroups'];
const scene = {
  users: [caller],
  links: [caller],
  strangers: [caller],
  userIds: [1],
  usernames: ['somebody'],
  linkIds: [2],
  linkTypes: ['create_contacts'],
  transferTokens: ['t'],
  places: [100],
  settings: Object.fromEntries(
    types.map((type) => [type, { fields: { name: { name: 'Name', type: 'text' } } }]),
  ),
  arrival: { sender: 'administrator', foreignKey: 'f', remoteId: 5, id: 6 },
  subjects: types.map((type, at) => ({
    type,
    id: 12 + at,
    comment: 3,
    activity: 4,
    maker: 'administrator',
  })),
} as unknown as Scene;

/** Of some requests: they are too large to be compared value by value. */
function digest(endpoint: Endpoint, requestAt: ReturnType<typeof requestsOf>): string {
  const hash = createHash('sha256');
  for (let index = 0; index < sized(4, 12); index += 1) {
    const { body, ...request } = requestAt(endpoint, index);
    hash.update(JSON.stringify(request)).update(body);
  }
  return hash.digest('hex');
}

test.each(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'requests to %s are determined by the seed',
  (_name, endpoint) => {
    const first = requestsOf(scene, 1);
    const again = requestsOf(scene, 1);
    const other = requestsOf(scene, 2);
    expect(digest(endpoint, first)).toBe(digest(endpoint, again));
    expect(digest(endpoint, first)).not.toBe(digest(endpoint, other));
  },
);

const endpointOf = (shape: z.ZodRawShape, inputs: Sources) =>
  ({
    method: 'POST',
    path: '/{ns}/v1/new',
    access: 'caller',
    inputs,
    operation: { name: 'records.new', input: z.object(shape) },
  }) as unknown as Endpoint;

test('the slots of an endpoint include renamed parameters and a whole body', () => {
  const shape = { colour: z.string(), fields: z.record(z.string(), z.unknown()), silent: z.boolean() };
  const endpoint = endpointOf(shape, {
    colour: firstOf(inQuery('color'), inBody('color')),
    fields: wholeBody,
    silent: inQuery('silent'),
  });
  expect(slotsOf(endpoint).map(({ part, key, input }) => [part, key, input])).toEqual([
    ['query', 'color', 'colour'],
    ['body', 'color', 'colour'],
    ['body', '*', 'fields'],
    ['query', 'silent', 'silent'],
  ]);
});

test('an endpoint with an untyped parameter of an unknown name is refused', () => {
  const endpoint = endpointOf({ colours: z.unknown() }, { colours: inBody('colours') });
  const make = () => requestsOf(scene, 1)(endpoint, 0);
  expect(make).toThrow('nothing says what clients send as colours');
});
