import { afterEach, expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { Nominatim } from './nominatim.ts';
import { MapServices } from './testing/map-service.ts';

const services = new MapServices();
afterEach(() => services.close());

const ask = (url: string, address = 'x') =>
  new Nominatim(services.http, url).locate(address, Deadline.after(4_000));

test('the question has the address, and the query of the setting', async () => {
  await ask(`${await services.serveText('[]')}/maps/?key=k%201`, 'Straße 1 & more');
  expect(services.question()).toEqual({
    path: '/maps/search',
    parameters: { key: 'k 1', q: 'Straße 1 & more', format: 'jsonv2', limit: '1' },
  });
});

test('a user in the address of the service goes with the question, in a header', async () => {
  const url = await services.serveText('[]');
  await ask(url.replace('http://', 'http://me:se%20cret@'));
  const credentials = Buffer.from('me:se cret').toString('base64');
  expect(services.asked[0]?.headers.authorization).toBe(`Basic ${credentials}`);
});
