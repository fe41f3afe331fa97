import { missingSetting } from '@svc/service-kit';
import type { RecordsConfig } from '../config.ts';
import type { GeocodingProvider, SendHttp } from './geocoding-provider.ts';
import { mapbox } from './mapbox.ts';
import { nominatim } from './nominatim.ts';

/**
 * The provider that the settings name; undefined where they name none.
 * @throws ConfigError when a provider lacks a setting that it needs.
 */
export function geocodingOf(config: RecordsConfig, http: SendHttp): GeocodingProvider | undefined {
  const { GEOCODING_PROVIDER: provider, GEOCODING_URL: url, GEOCODING_TOKEN: token } = config;
  if (provider === 'mapbox') {
    if (token === undefined) throw missingSetting('GEOCODING_TOKEN', 'GEOCODING_PROVIDER=mapbox');
    return mapbox(http, url ?? 'https://api.mapbox.com', token);
  }
  if (url !== undefined) return nominatim(http, url);
  if (provider === 'nominatim') throw missingSetting('GEOCODING_URL', 'GEOCODING_PROVIDER=nominatim');
  return undefined;
}
