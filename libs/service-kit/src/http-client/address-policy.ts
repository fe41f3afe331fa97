import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** What of IPv6 is assigned for public use. All forms that carry an IPv4 address are outside of it, or have a range of their own. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** Where Azure tells its machines their configuration: a public address by every register. */
const azureWireServer = '168.63.129.16';

/** Which addresses requests to other sites may reach: public ones, and those that the operator names. */
export class AddressPolicy {
  readonly #hosts: ReadonlySet<string>;
  readonly #networks: Network[];

  /** @param allowed Hosts, addresses and networks as `isAllowable` takes them. */
  constructor(allowed: readonly string[]) {
    this.#hosts = new Set(allowed.map((entry) => entry.toLowerCase()));
    this.#networks = allowed.map(networkOf).filter((network) => network !== undefined);
  }

  /** Whether a request for this host may go to this address of it. */
  permits(host: string, address: string): boolean {
    const parsed = ipaddr.process(address);
    return this.#hosts.has(host) || isPublic(parsed) || isIn(parsed, this.#networks);
  }
}

/** Whether a text is a host, an address or a network (`10.1.0.0/16`) that an `AddressPolicy` can allow. */
export function isAllowable(text: string): boolean {
  // Not `10.1` or `0x7f.1`: URLs have another name for these hosts.
  const isHost = /^[\w.-]+$/.test(text) && domainToASCII(text) === text.toLowerCase();
  return isHost || networkOf(text) !== undefined;
}

function networkOf(text: string): Network | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  return isIP(text) ? ipaddr.parseCIDR(`${text}/${isIP(text) === 4 ? 32 : 128}`) : undefined;
}

/** Ranges that are not known to be public are not: loopback, private, link-local, shared, multicast, translated and reserved ones. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === azureWireServer) return false;
  return address.kind() === 'ipv4' || isIn(address, [globalUnicast]);
}

function isIn(address: Address, networks: Network[]): boolean {
  return ipaddr.subnetMatch(address, { networks }, 'elsewhere') === 'networks';
}
