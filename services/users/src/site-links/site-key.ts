import { createHash } from 'node:crypto';

/** The secret of a link; both sites store it with the sites in the same order. */
export interface SharedSecret {
  readonly token: string;
  readonly site1: string;
  readonly site2: string;
}

const hourMilliseconds = 60 * 60_000;

/**
 * The key from which transfer tokens are derived (docs/guides/site-links.md#the-bearer). The protocol of the other sites
 * requires MD5.
 */
export function siteKey({ token, site1, site2 }: SharedSecret): string {
  return md5(token + site1 + site2);
}

/** The bearer of one hour, which is `YYYY-MM-DDHH` in UTC. */
export function transferToken(key: string, hour: string): string {
  return md5(key + hour);
}

/** The hour of a moment in the form for transfer tokens, plus `offset` hours. */
export function hourOf(moment: Date, offset = 0): string {
  const [date = '', time = ''] = new Date(moment.getTime() + offset * hourMilliseconds)
    .toISOString()
    .split('T');
  return `${date}${time.slice(0, 2)}`;
}

/**
 * All bearers that a link accepts at a moment (docs/guides/site-links.md#the-bearer): its token if it is an API key, else the
 * transfer tokens of this hour and of the two next to it, because clocks differ.
 */
export function acceptedBearers(link: SharedSecret & { readonly apiKey: boolean }, now: Date): string[] {
  if (link.apiKey) return [link.token];
  const key = siteKey(link);
  return [-1, 0, 1].map((offset) => transferToken(key, hourOf(now, offset)));
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
