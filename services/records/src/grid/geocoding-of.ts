import { ConfigError } from '@svc/service-kit';
import type { HttpClient } from '@svc/service-kit/http-client';
import type { GeocodingProvider } from './geocoding-provider.ts';
import { Mapbox } from './mapbox.ts';
import { Nominatim } from './nominatim.ts';

export interface GeocodingConfig {
  readonly GEOCODING_PROVIDER: string | undefined;
  readonly GEOCODING_URL: string | undefined;
  readonly GEOCODING_TOKEN: string | undefined;
}

/**
 * The provider that the settings name; undefined where they name none.
 * @throws ConfigError when a provider lacks a setting that it needs.
 */
export function geocodingOf(
  config: GeocodingConfig,
  http: Pick<HttpClient, 'send'>,
): GeocodingProvider | undefined {
  const { GEOCODING_PROVIDER: provider, GEOCODING_URL: url, GEOCODING_TOKEN: token } = config;
  if (provider === 'mapbox') {
    if (token === undefined) throw lacking('GEOCODING_TOKEN', 'mapbox');
    return new Mapbox(http, url ?? 'https://api.mapbox.com', token);
  }
  if (url !== undefined) return new Nominatim(http, url);
  if (provider === 'nominatim') throw lacking('GEOCODING_URL', 'nominatim');
  return undefined;
}

function lacking(setting: string, provider: string): ConfigError {
  return new ConfigError(
    `The configuration has problems:\n  ${setting}: is not set - GEOCODING_PROVIDER=${provider} needs it`,
  );
}
