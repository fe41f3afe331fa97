import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** The part of IPv6 that is assigned for public use. Every form that contains an IPv4 address is outside it or has a range of its own. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** The address at which Azure gives its machines their configuration; every registry lists it as public. */
const azureWireServer = '168.63.129.16';

/** Decides which addresses requests to other sites may reach: public ones, and those that the operator permits. */
export class AddressPolicy {
  readonly #hosts: ReadonlySet<string>;
  readonly #networks: Network[];

  /** @param allowed hosts, addresses and networks that `isAllowable` accepts */
  constructor(allowed: readonly string[]) {
    this.#hosts = new Set(allowed.map((entry) => entry.toLowerCase()));
    this.#networks = allowed.map(networkOf).filter((network) => network !== undefined);
  }

  /** Whether a request for this host may connect to this one of its addresses. */
  permits(host: string, address: string): boolean {
    const parsed = ipaddr.process(address);
    return this.#hosts.has(host) || isPublic(parsed) || isIn(parsed, this.#networks);
  }
}

/** Whether a text is a host, an address or a network (`10.1.0.0/16`) that an `AddressPolicy` can allow. */
export function isAllowable(text: string): boolean {
  // Not `10.1` or `0x7f.1`, which URLs normalize to another host.
  const isHost = /^[\w.-]+$/.test(text) && domainToASCII(text) === text.toLowerCase();
  return isHost || networkOf(text) !== undefined;
}

function networkOf(text: string): Network | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  return isIP(text) ? ipaddr.parseCIDR(`${text}/${isIP(text) === 4 ? 32 : 128}`) : undefined;
}

/** Whether an address is known to be public. Loopback, private, link-local, shared, multicast, translated and reserved ranges are not. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === azureWireServer) return false;
  return address.kind() === 'ipv4' || isIn(address, [globalUnicast]);
}

function isIn(address: Address, networks: Network[]): boolean {
  return ipaddr.subnetMatch(address, { networks }, 'elsewhere') === 'networks';
}
