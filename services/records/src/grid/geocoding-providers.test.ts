import { afterEach, describe, expect, test } from '@jest/globals';
import { Deadline, loadConfig } from '@svc/service-kit';
import { recordsSettings } from '../config.ts';
import { geocodingOf } from './geocoding-of.ts';
import type { SendHttp } from './geocoding-provider.ts';
import { mapbox } from './mapbox.ts';
import { nominatim } from './nominatim.ts';
import { MapServices } from './testing/map-service.ts';

const services = new MapServices();
afterEach(() => services.close());

const soon = () => Deadline.after(4_000);
const secret = 'sk.secret-token';
const feature = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [10.5, 5.25] },
  properties: { feature_type: 'address', name: '1 Long Road', full_address: '1 Long Road, Town', more: 1 },
};
const found = {
  lon: '10.5',
  lat: '5.25',
  display_name: '1 Long Road, Town',
  addresstype: 'address',
  more: 1,
};
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const at = (...coordinates: number[]) => ({ ...feature, geometry: { type: 'Point', coordinates } });

const providers = [
  {
    name: 'Nominatim',
    make: (url: string) => nominatim(services.http, `${url.replace('//', `//me:${secret}@`)}/?key=${secret}`),
    nothing: '[]',
    several: JSON.stringify([found, { ...found, display_name: 'Another' }]),
    wrong: [
      '<html>',
      '{"error":"busy"}',
      '[{"display_name":"x"}]',
      '[{"lon":"200","lat":"1","display_name":"x"}]',
      '[{"lon":"20","lat":"1","display_name":""}]',
    ],
  },
  {
    name: 'Mapbox',
    make: (url: string) => mapbox(services.http, url, secret),
    nothing: collection(),
    several: collection(feature, { ...feature, properties: { name: 'Another' } }),
    wrong: [
      '<html>',
      '[]',
      '{"message":"Not Found"}',
      collection({ properties: feature.properties }),
      collection(at(200, 1)),
      collection(at(1)),
      collection({ ...feature, properties: {} }),
    ],
  },
];

describe.each(providers)('$name', ({ make, nothing, several, wrong }) => {
  const locate = (url: string, deadline = soon()) => make(url).locate('1 Long Road', deadline);
  const failureOf = async (url: string, deadline?: Deadline) =>
    locate(url, deadline).then(
      () => {
        throw new Error('it did not fail');
      },
      (error: Error & { cause?: unknown }) => `${error.message} ${String(error.cause)} ${error.stack}`,
    );

  test('the first result is the place of an address', async () => {
    expect(await locate(await services.serveText(several))).toEqual({
      lng: 10.5,
      lat: 5.25,
      label: '1 Long Road, Town',
      level: 'address',
    });
    expect(services.asked).toHaveLength(1);
  });

  test('an address without results has no place', async () => {
    expect(await locate(await services.serveText(nothing))).toBeUndefined();
  });

  test.each(wrong)('the invalid answer %s is an error', async (text) => {
    expect(await failureOf(await services.serveText(text))).toContain('must be a list of places');
  });

  test.each([302, 401, 500])('a refusal is an error with its status %s', async (status) => {
    const url = await services.serve((response) => response.writeHead(status).end(several));
    expect(await failureOf(url)).toContain(`status ${status}`);
  });

  test('a request without an answer fails at its deadline', async () => {
    const silent = await services.serve(() => {});
    expect(await failureOf(silent, Deadline.after(101))).toContain('did not answer within');
  });

  test('an error never contains the secret', async () => {
    const urls = [
      await services.serveText('<html>'),
      await services.serve((response) => response.writeHead(401).end(secret)),
      await services.serve((response) => response.writeHead(302, { Location: '/?again' }).end()),
      await services.serve((response) => response.destroy()),
      'http://127.0.0.1:1',
    ];
    for (const url of urls) expect(await failureOf(url)).not.toContain(secret);
  });
});

test('a request to Nominatim has the address and the query and credentials of the setting', async () => {
  const url = (await services.serveText('[]')).replace('http://', 'http://me:se%20cret@');
  await nominatim(services.http, `${url}/maps/?key=k%201`).locate('Straße 1 & more', soon());
  expect(services.question()).toEqual({
    path: '/maps/search',
    parameters: { key: 'k 1', q: 'Straße 1 & more', format: 'jsonv2', limit: '1' },
  });
  const credentials = Buffer.from('me:se cret').toString('base64');
  expect(services.asked[0]?.headers.authorization).toBe(`Basic ${credentials}`);
});

test('a request to Mapbox has the address and the token, and asks for permanent use', async () => {
  const url = `${await services.serveText(collection())}/maps/?worldview=in`;
  await mapbox(services.http, url, 'pk.a b').locate('Straße 1; back yard & more', soon());
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
  ['its full address', { name: 'Town', full_address: 'Town, Land' }, { label: 'Town, Land' }],
  ['its name, without a full address', { name: 'Land' }, { label: 'Land' }],
  ['its level', { name: 'Land', feature_type: 'country' }, { label: 'Land', level: 'country' }],
])('a place of Mapbox has %s', async (_what, properties, expected) => {
  const url = await services.serveText(collection({ ...at(1, 2), properties }));
  const located = await mapbox(services.http, url, secret).locate('x', soon());
  expect(located).toEqual({ lng: 1, lat: 2, ...expected });
});

const configured = (environment: Record<string, string>, http: SendHttp = services.http) =>
  geocodingOf(
    loadConfig(recordsSettings, { MONGODB_URL: 'mongodb://m', PUBLIC_URL: 'http://r.test', ...environment }),
    http,
  );
const url = 'http://maps.test';

test.each([
  [{}, []],
  [{ GEOCODING_URL: url }, [`${url}/search`]],
  [{ GEOCODING_URL: url, GEOCODING_PROVIDER: 'nominatim' }, [`${url}/search`]],
  [
    { GEOCODING_PROVIDER: 'mapbox', GEOCODING_TOKEN: secret },
    ['https://api.mapbox.com/search/geocode/v6/forward'],
  ],
  [
    { GEOCODING_PROVIDER: 'mapbox', GEOCODING_TOKEN: secret, GEOCODING_URL: url },
    [`${url}/search/geocode/v6/forward`],
  ],
])('the settings %j lead to requests to %j', async (environment, addresses) => {
  const asked: string[] = [];
  const send: SendHttp['send'] = async (request) => {
    asked.push(String(request.url).split('?')[0] ?? '');
    throw new Error('away');
  };
  await configured(environment, { send })
    ?.locate('x', soon())
    .catch(() => undefined);
  expect(asked).toEqual(addresses);
});

test.each([
  [{ GEOCODING_PROVIDER: 'mapbox', GEOCODING_URL: url }, 'GEOCODING_TOKEN: must be set with'],
  [{ GEOCODING_PROVIDER: 'nominatim' }, 'GEOCODING_URL: must be set with'],
  [{ GEOCODING_PROVIDER: 'other' }, 'must be nominatim or mapbox'],
])('the settings %j are refused: %s', (environment, problem) => {
  expect(() => configured(environment)).toThrow(problem);
});
