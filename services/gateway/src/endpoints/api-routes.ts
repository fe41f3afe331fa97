import { httpContractVersion } from '@svc/contracts';
import type { Endpoint, Method } from './endpoint.ts';

/** The answer at the API's root: every path under each prefix, with its methods. */
export function apiIndex(
  endpoints: readonly Endpoint[],
  { prefixes, url }: { readonly prefixes: readonly string[]; readonly url: string },
) {
  const methods = new Map<string, Method[]>();
  for (const endpoint of endpoints)
    for (const path of writtenPaths(endpoint, prefixes))
      methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
  const routes = [...methods].map(([path, each]) => [path, apiRoute(path, each)] as const);
  return {
    url,
    /** The version of the HTTP contract (docs/reference/versions.md). */
    contract_version: httpContractVersion,
    namespaces: [...new Set(routes.map(([, { namespace }]) => namespace))].filter(Boolean),
    /** By path; path values are named groups: `/svc-posts/v2/(?P<post_type>\w+)/(?P<id>\d+)`. */
    routes: Object.fromEntries(routes),
  };
}

/** A path of the API, in the form that clients expect for discovery: its methods together, and one entry each. */
export function apiRoute(path: string, methods: readonly Method[]) {
  // Up to the version, so that namespaces in two parts are whole: svc-public/svc-core/v1.
  const namespace = /^\/(.*?\/v\d+)(?=\/|$)/.exec(path)?.[1] ?? '';
  return { namespace, methods, endpoints: methods.map((method) => ({ methods: [method] })) };
}

function writtenPaths({ path, aliases = [] }: Endpoint, prefixes: readonly string[]): Set<string> {
  const all = [path, ...aliases].flatMap((each) => prefixes.map((prefix) => each.replaceAll('{ns}', prefix)));
  return new Set(all.map((each) => each.replaceAll(/\{(\w+)\}/g, namedGroup)));
}

const namedGroup = (_whole: string, name: string): string =>
  `(?P<${name}>${name === 'post_type' ? String.raw`\w` : String.raw`\d`}+)`;
