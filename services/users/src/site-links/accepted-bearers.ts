import { hourOf, siteKey, transferToken, type SharedSecret } from './site-key.ts';

/**
 * All that a link accepts as a bearer at a moment (facts of site links): its token and nothing else when that is its API key,
 * otherwise the transfer tokens of this hour and of those beside it, because clocks differ.
 */
export function acceptedBearers(link: SharedSecret & { readonly apiKey: boolean }, now: Date): string[] {
  if (link.apiKey) return [link.token];
  const key = siteKey(link);
  return [-1, 0, 1].map((offset) => transferToken(key, hourOf(now, offset)));
}
