import type { z } from 'zod';
import { Deadline, FairQueue, type Call, type FairQueueOptions, type Turn } from '@svc/service-kit';
import type { HttpClient } from '@svc/service-kit/http-client';
import type { Point } from '../model/places.ts';

/** The location of an address, as found by a provider. */
export interface LocatedAddress extends Point {
  /** The address in the provider's words. */
  readonly label: string;
  /** The kind of place in the provider's words: `house`, `city`. */
  readonly level?: string;
}

/** Finds addresses on the map. Without one, addresses stay text. */
export interface GeocodingProvider {
  /**
   * Undefined when the provider knows no such address.
   * @throws Error when it does not answer, in time or at all.
   */
  locate(address: string, deadline: Call['deadline']): Promise<LocatedAddress | undefined>;
}

/** Finds addresses in the turn of their caller. */
export interface Geocoding {
  /** @throws Error like `GeocodingProvider.locate`, and when the turn does not come in time */
  locate(address: string, turn: Turn): Promise<LocatedAddress | undefined>;
}

/** Requests to the geocoding service that a process sends at a time. */
const requestsAtOnce = 4;

/** Limits the requests to a provider: few at a time, and never all for one caller. */
export function inTurns(
  provider: GeocodingProvider,
  limits: Pick<FairQueueOptions, 'maxWaiting' | 'metrics'>,
): Geocoding {
  const queue = new FairQueue({ name: 'geocoding', atOnce: requestsAtOnce, ...limits });
  return {
    locate(address, { caller, deadline }) {
      // At most half of the time left, because the write follows.
      const half = Deadline.after(Math.min(maxMilliseconds, deadline.remaining / 2));
      return queue.run({ caller, deadline: half }, () => provider.locate(address, deadline));
    },
  };
}

export type SendHttp = Pick<HttpClient, 'send'>;

/** Maximum wait for an address: the write follows after it. */
const maxMilliseconds = 1_500;

/**
 * Asks a geocoding service. `answer` is the schema of what it answers, since it is a foreign service.
 * @throws Error without the URL and headers, which contain private data.
 */
export async function askGeocodingService<Answer>(
  http: SendHttp,
  deadline: Call['deadline'],
  { url, headers, answer }: { url: URL; headers?: Record<string, string>; answer: z.ZodType<Answer> },
): Promise<Answer> {
  const { status, json } = await http.send({
    method: 'GET',
    url,
    // Whole milliseconds: at most half of the time left, because the write follows.
    timeoutMs: Math.ceil(Math.max(1, Math.min(maxMilliseconds, deadline.remaining / 2))),
    headers: { Accept: 'application/json', 'User-Agent': 'records-service', ...headers },
  });
  if (status !== 200) throw new Error(`the geocoding service answered with status ${status}`);
  const parsed = answer.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error('the answer of the geocoding service must be a list of places');
}

/** Appends a path to `url`, and keeps its query. */
export function inFolder(url: string, path: string): URL {
  const folder = new URL(url);
  folder.pathname = `${folder.pathname.replace(/(?<!\/)\/+$/, '')}/${path}`;
  return folder;
}
