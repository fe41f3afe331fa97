/** A site as it was given: its host, and whether it was given as `http://…`. */
export interface GivenSite {
  readonly host: string;
  readonly plainHttp: boolean;
}

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostPattern = new RegExp(`^(${label}(\\.${label})*|\\[[0-9a-f:.]+\\])(:\\d{1,5})?$`);

/**
 * The host of a site, with its port if it has one, in lower case and without a scheme: the form in which it is stored and in
 * which transfer tokens are derived from it. Undefined for what is no site.
 */
export function readSite(given: string): GivenSite | undefined {
  const text = given.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return undefined;
  const bare = scheme === undefined ? text : text.slice(scheme.length + '://'.length);
  const host = bare.replace(/(?<!\/)\/+$/, '').toLowerCase();
  // Parsed as well: it knows which ports and numbers can not be.
  if (host.length > 253 || !hostPattern.test(host) || !URL.canParse(`https://${host}`)) return undefined;
  return { host, plainHttp: scheme === 'http' };
}
