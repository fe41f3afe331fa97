import { z } from 'zod';
import {
  askGeocodingService,
  inFolder,
  type GeocodingProvider,
  type SendHttp,
} from './geocoding-provider.ts';

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

/**
 * A service with version 6 of the Mapbox Geocoding API. `base` is the address of `search/geocode/v6/forward`; its query is sent with every
 * request.
 */
export function mapbox(http: SendHttp, base: string, token: string): GeocodingProvider {
  const forward = inFolder(base, 'search/geocode/v6/forward');
  return {
    async locate(address, deadline) {
      const url = new URL(forward);
      // Mapbox would read a semicolon as the separator of two addresses.
      url.searchParams.set('q', address.replaceAll(';', ','));
      url.searchParams.set('limit', '1');
      url.searchParams.set('autocomplete', 'false');
      // Mapbox requires this for results that are stored.
      url.searchParams.set('permanent', 'true');
      url.searchParams.set('access_token', token);
      const [first] = (await askGeocodingService(http, deadline, { url, answer })).features;
      if (!first) return undefined;
      const [lng, lat] = first.geometry.coordinates;
      const { name, full_address: label = name, feature_type: level } = first.properties;
      return { lng, lat, label, ...(level ? { level } : {}) };
    },
  };
}
