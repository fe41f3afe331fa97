import { z } from 'zod';
import type { Call } from '@svc/service-kit';
import type { HttpClient } from '@svc/service-kit/http-client';
import { askGeocodingService, inFolder } from './ask-geocoding-service.ts';
import type { GeocodingProvider, LocatedAddress } from './geocoding-provider.ts';

const answer = z.array(
  z.object({
    lon: z.coerce.number().min(-180).max(180),
    lat: z.coerce.number().min(-90).max(90),
    display_name: z.string().min(1),
    addresstype: z.string().optional(),
  }),
);

/** A service with the search API of Nominatim. */
export class Nominatim implements GeocodingProvider {
  readonly #http: Pick<HttpClient, 'send'>;
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;

  /** `url` is the base address of `search`; its query, user name and password are sent with every request. */
  constructor(http: Pick<HttpClient, 'send'>, url: string) {
    this.#http = http;
    this.#url = inFolder(url, 'search');
    const { username, password } = this.#url;
    const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    this.#url.username = '';
    this.#url.password = '';
    this.#headers = username === '' ? {} : { Authorization: `Basic ${user.toString('base64')}` };
  }

  async locate(address: string, deadline: Call['deadline']): Promise<LocatedAddress | undefined> {
    const url = new URL(this.#url);
    url.searchParams.set('q', address);
    url.searchParams.set('format', 'jsonv2');
    url.searchParams.set('limit', '1');
    const [first] = await askGeocodingService(this.#http, { url, headers: this.#headers, deadline, answer });
    if (!first) return undefined;
    const { lon: lng, lat, display_name: label, addresstype: level } = first;
    return { lng, lat, label, ...(level ? { level } : {}) };
  }
}
