import { z } from 'zod';
import type { Call } from '@svc/service-kit';
import type { HttpClient } from '@svc/service-kit/http-client';
import { askGeocodingService, inFolder } from './ask-geocoding-service.ts';
import type { GeocodingProvider, LocatedAddress } from './geocoding-provider.ts';

const answer = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      geometry: z.object({
        type: z.literal('Point'),
        coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
      }),
      properties: z.object({
        name: z.string().min(1),
        full_address: z.string().min(1).optional(),
        feature_type: z.string().optional(),
      }),
    }),
  ),
});

/** A service with version 6 of the Mapbox Geocoding API. */
export class Mapbox implements GeocodingProvider {
  readonly #http: Pick<HttpClient, 'send'>;
  readonly #url: URL;
  readonly #token: string;

  /** `url` is the base address of `search/geocode/v6/forward`; its query is sent with every request. */
  constructor(http: Pick<HttpClient, 'send'>, url: string, token: string) {
    this.#http = http;
    this.#url = inFolder(url, 'search/geocode/v6/forward');
    this.#token = token;
  }

  async locate(address: string, deadline: Call['deadline']): Promise<LocatedAddress | undefined> {
    const url = new URL(this.#url);
    // Mapbox would read a semicolon as the separator of two addresses.
    url.searchParams.set('q', address.replaceAll(';', ','));
    url.searchParams.set('limit', '1');
    url.searchParams.set('autocomplete', 'false');
    // Mapbox requires this for results that are stored.
    url.searchParams.set('permanent', 'true');
    url.searchParams.set('access_token', this.#token);
    const { features } = await askGeocodingService(this.#http, { url, deadline, answer });
    const [first] = features;
    if (!first) return undefined;
    const [lng, lat] = first.geometry.coordinates;
    const { name, full_address: label = name, feature_type: level } = first.properties;
    return { lng, lat, label, ...(level ? { level } : {}) };
  }
}
