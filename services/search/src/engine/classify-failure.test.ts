import { expect, test } from '@jest/globals';
import { MeiliSearchApiError, MeiliSearchRequestError } from 'meilisearch';
import { mongo } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import { SearchEngine } from './search-engine.ts';
import { classifyFailure } from './classify-failure.ts';

const answer = (status: number) => new MeiliSearchApiError(new Response('{}', { status }));

test.each([
  ['a body that is too large for the engine', answer(413), 'entry'],
  ['a body that the engine cannot read', answer(400), 'entry'],
  ['a key that is not accepted', answer(403), 'engine'],
  ['too many requests', answer(429), 'engine'],
  ['an internal error of the engine', answer(500), 'engine'],
  ['a full disk of the engine', answer(422), 'engine'],
  ['an engine that does not answer in time', new MeiliSearchRequestError('x', new Error('late')), 'engine'],
  ['a page of a proxy', new SyntaxError('Unexpected token <'), 'unclear'],
  ['records that do not answer', new ServiceError('service_unavailable', 'x'), 'unclear'],
  ['a database that is away', new mongo.MongoNetworkError('x'), 'unclear'],
  ['an entry that cannot be made', new TypeError('x'), 'entry'],
])('the fault is classified for %s', (_what, error, fault) => {
  expect(classifyFailure(error)).toBe(fault);
});

test('an unreachable engine is a fault of the engine', async () => {
  const engine = new SearchEngine({ url: 'http://127.0.0.1:1', key: '', prefix: 'svc_' });
  const error = await engine
    .write('records', { entries: [], removed: [1] })
    .catch((reason: unknown) => reason);
  expect(classifyFailure(error)).toBe('engine');
});
