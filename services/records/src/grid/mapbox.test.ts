import { afterEach, expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { Mapbox } from './mapbox.ts';
import { MapServices } from './testing/map-service.ts';

const services = new MapServices();
afterEach(() => services.close());

const answering = (...features: object[]) =>
  services.serveText(JSON.stringify({ type: 'FeatureCollection', features }));
const ask = (url: string, address = 'x') =>
  new Mapbox(services.http, url, 'pk.a b').locate(address, Deadline.after(4_000));
const named = (properties: object) => ({ geometry: { type: 'Point', coordinates: [1, 2] }, properties });

test('the question has the address and the token, and says that the answer is kept', async () => {
  await ask(`${await answering()}/maps/?worldview=in`, 'Straße 1; back yard & more');
  expect(services.question()).toEqual({
    path: '/maps/search/geocode/v6/forward',
    parameters: {
      worldview: 'in',
      q: 'Straße 1, back yard & more',
      limit: '1',
      autocomplete: 'false',
      permanent: 'true',
      access_token: 'pk.a b',
    },
  });
});

test.each([
  ['its whole address', { name: 'Town', full_address: 'Town, Land' }, { label: 'Town, Land' }],
  ['its name, where it has no more', { name: 'Land' }, { label: 'Land' }],
  ['its kind', { name: 'Land', feature_type: 'country' }, { label: 'Land', level: 'country' }],
])('a place is told with %s', async (_what, properties, expected) => {
  expect(await ask(await answering(named(properties)))).toEqual({ lng: 1, lat: 2, ...expected });
});
