import { z } from 'zod';
import {
  askGeocodingService,
  inFolder,
  type GeocodingProvider,
  type SendHttp,
} from './geocoding-provider.ts';

const answer = z.array(
  z.object({
    lon: z.coerce.number().min(-180).max(180),
    lat: z.coerce.number().min(-90).max(90),
    display_name: z.string().min(1),
    addresstype: z.string().optional(),
  }),
);

/** A service with the search API of Nominatim. `base` is the address of `search`; its query, user name and password are sent with every request. */
export function nominatim(http: SendHttp, base: string): GeocodingProvider {
  const search = inFolder(base, 'search');
  const { username, password } = search;
  const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  search.username = '';
  search.password = '';
  const headers: Record<string, string> =
    username === '' ? {} : { Authorization: `Basic ${user.toString('base64')}` };
  return {
    async locate(address, deadline) {
      const url = new URL(search);
      url.searchParams.set('q', address);
      url.searchParams.set('format', 'jsonv2');
      url.searchParams.set('limit', '1');
      const [first] = await askGeocodingService(http, deadline, { url, headers, answer });
      if (!first) return undefined;
      const { lon: lng, lat, display_name: label, addresstype: level } = first;
      return { lng, lat, label, ...(level ? { level } : {}) };
    },
  };
}
