import ipaddr from 'ipaddr.js';

/**
 * The network that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, because one customer
 * usually has all addresses with the same prefix.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
