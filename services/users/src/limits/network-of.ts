import { isIPv6, SocketAddress } from 'node:net';

const mappedPrefix = '::ffff:';

/**
 * What counts as one network address: an IPv4 address, or the first 64 bits of an IPv6 one, since everything behind them
 * belongs to one customer.
 */
export function networkOf(address: string): string {
  const bare = address.toLowerCase().startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
  if (!isIPv6(bare)) return bare;
  return `${fullGroups(bare).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, the ones that `::` stands for included. */
function fullGroups(address: string): string[] {
  const canonical = new SocketAddress({ address: address.split('%')[0] ?? '', family: 'ipv6' }).address;
  const [head = '', tail] = canonical.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail ?? '')];
}
