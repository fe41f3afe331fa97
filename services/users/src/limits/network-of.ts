import ipaddr from 'ipaddr.js';

/**
 * What counts as one network address: an IPv4 address, or the first 64 bits of an IPv6 one, since everything behind them
 * belongs to one customer.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
