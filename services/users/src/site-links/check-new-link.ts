import { isIP } from 'node:net';
import { type InputOf, msg, type Message, type usersCreateSiteLink } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { hasControlCharacters } from '../model/names.ts';
import type { LinkType } from './link-types.ts';
import { isToken, tokenProblem } from './link-vault.ts';
import type { SiteLink } from './site-link.ts';

export type NewLink = Pick<
  SiteLink,
  'label' | 'site1' | 'site2' | 'type' | 'nonProduct' | 'apiKey' | 'approvedIp' | 'plainHttp'
>;

export interface LinkRules {
  readonly types: readonly LinkType[];
  /** Whether sites without HTTPS may be linked. */
  readonly debugMode: boolean;
}

const maxLabelLength = 250;

const hostLabel = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostPattern = new RegExp(`^(${hostLabel}(\\.${hostLabel})*|\\[[0-9a-f:.]+\\])(:\\d{1,5})?$`);

type Given = InputOf<typeof usersCreateSiteLink>;
type Problems = Record<string, Message>;

/** Validates a new link and converts it to its stored form. @throws ServiceError `rest_invalid_param` with all problems. */
export function checkNewLink(given: Given, rules: LinkRules): NewLink {
  const label = given.label.trim();
  const type = given.type.trim();
  const approvedIp = (given.approved_ip ?? '').trim();
  const site1 = readSite(given.site1);
  const site2 = readSite(given.site2);
  const problems: Problems = {
    ...labelProblems(label),
    ...siteProblems('site1', site1, rules),
    ...siteProblems('site2', site2, rules),
    ...typeProblems(type, rules),
    ...(approvedIp === '' || isIP(approvedIp) ? {} : { approved_ip: 'approved_ip must be an IP address' }),
    ...(given.token === undefined || isToken(given.token) ? {} : { token: tokenProblem }),
  };
  if (site1 && site1.host === site2?.host) problems['site2'] = 'site2 must not be the same site as site1';
  if (!site1 || !site2 || Object.keys(problems).length > 0) throw invalidParam(problems);
  return {
    label,
    type,
    approvedIp,
    site1: site1.host,
    site2: site2.host,
    nonProduct: given.non_product ?? false,
    apiKey: given.api_key ?? false,
    plainHttp: site1.plainHttp || site2.plainHttp,
  };
}

function labelProblems(label: string): Problems {
  if (label === '') return { label: 'label must not be empty' };
  if (label.length > maxLabelLength)
    return { label: msg`label must have at most ${maxLabelLength} characters` };
  return hasControlCharacters(label) ? { label: 'label must not have control characters' } : {};
}

function siteProblems(name: string, site: ReturnType<typeof readSite>, { debugMode }: LinkRules): Problems {
  if (!site) return { [name]: msg`${name} must be the domain of a site, such as records.example.org` };
  if (!site.plainHttp || debugMode) return {};
  return { [name]: msg`${name} must be a site with HTTPS, unless DEBUG_MODE is on` };
}

function typeProblems(type: string, { types }: LinkRules): Problems {
  if (types.some(({ key }) => key === type)) return {};
  const keys = types.map(({ key }) => key).join(', ');
  return { type: msg`unknown connection type ${type}; the connection types are ${keys}` };
}

/**
 * Reads a site: its host in lower case, with its port but without a scheme, and whether that is `http`. Transfer tokens
 * are derived from this form. Undefined for anything else.
 */
export function readSite(given: string) {
  const text = given.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return undefined;
  const bare = scheme === undefined ? text : text.slice(scheme.length + '://'.length);
  const host = bare.replace(/(?<!\/)\/+$/, '').toLowerCase();
  // The URL parser also checks ports and numeric addresses.
  if (host.length > 253 || !hostPattern.test(host) || !URL.canParse(`https://${host}`)) return undefined;
  return { host, plainHttp: scheme === 'http' };
}
