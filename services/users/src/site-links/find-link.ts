import { BlockList, isIP } from 'node:net';
import type { SiteLink } from './site-link.ts';
import type { SiteLinks } from './site-links.ts';

/**
 * The link that accepts a bearer from this address. Every refusal counts as a failed attempt, whatever its reason.
 * @throws ServiceError `too_many_requests` after too many failed attempts from this address.
 */
export async function findLink(
  { table, limiter }: Pick<SiteLinks, 'table' | 'limiter'>,
  { bearer, address }: { readonly bearer: string; readonly address: string },
): Promise<SiteLink | undefined> {
  await limiter.check(address);
  const link = await table.find(bearer);
  // Checked again for right and wrong bearers alike, so that of many concurrent guesses those beyond the limit learn
  // nothing.
  await limiter.check(address);
  if (link && (link.approvedIp === '' || isSameAddress(link.approvedIp, address))) return link;
  await limiter.failed(address);
  return undefined;
}

/** Whether two texts are the same IP address in any notation; IPv4-mapped IPv6 addresses count as IPv4. */
export function isSameAddress(one: string, other: string): boolean {
  const first = unwrapped(one);
  const second = unwrapped(other);
  const family = isIP(first);
  if (family === 0 || family !== isIP(second)) return false;
  const list = new BlockList();
  const type = family === 6 ? 'ipv6' : 'ipv4';
  list.addAddress(first, type);
  return list.check(second, type);
}

function unwrapped(address: string): string {
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address;
}
