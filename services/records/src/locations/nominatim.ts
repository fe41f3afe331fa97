import { z } from 'zod';
import type { Call } from '@svc/service-kit';
import { parseJson } from '../outgoing/parse-json.ts';
import { readLimited } from '../outgoing/read-limited.ts';
import type { GeocodingProvider, LocatedAddress } from './geocoding-provider.ts';

/** Nobody waits longer for an address; the write still has to be done after it. */
const longestMilliseconds = 1_500;
const largestAnswer = 100_000;

const answerSchema = z.array(
  z.object({
    lon: z.coerce.number().min(-180).max(180),
    lat: z.coerce.number().min(-90).max(90),
    display_name: z.string().min(1),
    addresstype: z.string().optional(),
  }),
);

/** A service that answers searches as Nominatim does. Only its own address is ever asked, redirects are not followed. */
export class Nominatim implements GeocodingProvider {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;

  /** `url` is the folder in which `search` is; its query and the user in it go with every request. */
  constructor(url: string) {
    this.#url = new URL(url);
    const { username, password } = this.#url;
    const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    this.#url.username = '';
    this.#url.password = '';
    this.#url.pathname = `${this.#url.pathname.replace(/\/+$/, '')}/search`;
    this.#headers = {
      Accept: 'application/json',
      'User-Agent': 'records-service',
      ...(username === '' ? {} : { Authorization: `Basic ${user.toString('base64')}` }),
    };
  }

  async locate(address: string, deadline: Call['deadline']): Promise<LocatedAddress | undefined> {
    const url = new URL(this.#url);
    url.searchParams.set('q', address);
    url.searchParams.set('format', 'jsonv2');
    url.searchParams.set('limit', '1');
    const response = await fetch(url, {
      headers: this.#headers,
      redirect: 'error',
      signal: AbortSignal.timeout(patience(deadline)),
    });
    const text = await readLimited(response, { who: 'the geocoding service', largest: largestAnswer });
    if (!response.ok) throw new Error(`the geocoding service answers with status ${response.status}`);
    return firstOf(text);
  }
}

function firstOf(text: string): LocatedAddress | undefined {
  const answer = answerSchema.safeParse(parseJson(text));
  if (!answer.success)
    throw new Error('the geocoding service answers with something else than a list of places');
  const [first] = answer.data;
  if (!first) return undefined;
  const { lon: lng, lat, display_name: label, addresstype: level } = first;
  return { lng, lat, label, ...(level ? { level } : {}) };
}

/** Whole milliseconds: half of what is left, since the write still has to be done. */
function patience(deadline: Call['deadline']): number {
  return Math.ceil(Math.max(1, Math.min(longestMilliseconds, deadline.remaining / 2)));
}
