import { createHash } from 'node:crypto';

/** What both sites of a link keep, in the same order. */
export interface SharedSecret {
  readonly token: string;
  readonly site1: string;
  readonly site2: string;
}

const hourMilliseconds = 60 * 60_000;

/** What transfer tokens are derived from (docs/site-links.md#the-bearer). MD5 is the protocol: the other sites have it built in. */
export function siteKey({ token, site1, site2 }: SharedSecret): string {
  return md5(token + site1 + site2);
}

/** The bearer of one hour: `YYYY-MM-DDHH` in UTC. */
export function transferToken(key: string, hour: string): string {
  return md5(key + hour);
}

/** The hour of a moment as transfer tokens have it; `offset` counts hours from there. */
export function hourOf(moment: Date, offset = 0): string {
  const [date = '', time = ''] = new Date(moment.getTime() + offset * hourMilliseconds)
    .toISOString()
    .split('T');
  return `${date}${time.slice(0, 2)}`;
}

/**
 * All that a link accepts as a bearer at a moment (docs/site-links.md#the-bearer): its token and nothing else when that is its API key,
 * otherwise the transfer tokens of this hour and of those beside it, because clocks differ.
 */
export function acceptedBearers(link: SharedSecret & { readonly apiKey: boolean }, now: Date): string[] {
  if (link.apiKey) return [link.token];
  const key = siteKey(link);
  return [-1, 0, 1].map((offset) => transferToken(key, hourOf(now, offset)));
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
