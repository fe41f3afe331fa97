import { isIP } from 'node:net';
import { isLoopback } from '@svc/service-kit';

/** The site for which passkeys are made: browsers use them nowhere else. */
export interface RelyingParty {
  /** The domain. */
  readonly id: string;
  /** The name that browsers show. */
  readonly name: string;
  /** The origins whose pages may use passkeys. */
  readonly origins: readonly string[];
}

export interface RelyingPartySettings {
  readonly publicUrl: string;
  /** By default the host of the public URL. */
  readonly domain?: string | undefined;
  /** Origins beside that of the public URL. */
  readonly origins: readonly string[];
}

/**
 * The relying party of an installation; null for one at a network address, or without HTTPS, where browsers have no passkeys. At a loopback
 * address it is `localhost`.
 * @throws Error for an origin outside the domain, or a domain without an origin.
 */
export function relyingPartyOf({ publicUrl, domain, origins }: RelyingPartySettings): RelyingParty | null {
  const url = new URL(publicUrl);
  const name = url.host;
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  const id = domain ?? url.hostname;
  const outside = origins.find((origin) => !isWithin(new URL(origin), id));
  if (outside !== undefined)
    throw new Error(`PASSKEY_ORIGINS: ${outside} is not an https origin of the domain ${id}`);
  const all = [
    ...(isWithin(url, id) ? [url.origin] : []),
    ...origins.map((origin) => new URL(origin).origin),
  ];
  if (all.length > 0) return { id, name, origins: [...new Set(all)] };
  if (domain === undefined) return null;
  throw new Error(`PASSKEY_DOMAIN: neither PUBLIC_URL nor PASSKEY_ORIGINS has an https origin of ${id}`);
}

/** Whether browsers let a page use passkeys of a domain. */
function isWithin({ protocol, hostname }: URL, domain: string): boolean {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return false;
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && (hostname === domain || hostname.endsWith(`.${domain}`));
}
