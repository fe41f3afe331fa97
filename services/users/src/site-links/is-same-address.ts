import { BlockList, isIP } from 'node:net';

/** Whether two texts are the same IP address, however it is written; an IPv4 address may be one that IPv6 wraps. */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [unwrapped(one), unwrapped(other)];
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
