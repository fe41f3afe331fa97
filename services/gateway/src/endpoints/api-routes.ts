import { httpContractVersion } from '@svc/contracts';
import type { Endpoint, Method } from './endpoint.ts';

/** A path of the API, in the form that clients expect for discovery. */
interface ApiRoute {
  readonly namespace: string;
  readonly methods: readonly Method[];
  /** The same methods, one entry each. */
  readonly endpoints: readonly { readonly methods: readonly Method[] }[];
}

/** The machine-readable description of the API. */
interface ApiIndex {
  readonly url: string;
  /** The version of the HTTP contract (docs/versions.md). */
  readonly contract_version: string;
  readonly namespaces: readonly string[];
  /** By path; path values are named groups: `/svc-posts/v2/(?P<post_type>\w+)/(?P<id>\d+)`. */
  readonly routes: Readonly<Record<string, ApiRoute>>;
}

/** The answer at the API's root: every path under each prefix, with its methods. */
export function apiIndex(
  endpoints: readonly Endpoint[],
  { prefixes, url }: { readonly prefixes: readonly string[]; readonly url: string },
): ApiIndex {
  const methods = new Map<string, Method[]>();
  for (const endpoint of endpoints)
    for (const path of writtenPaths(endpoint, prefixes))
      methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
  const routes = [...methods].map(([path, each]) => [path, apiRoute(path, each)] as const);
  return {
    url,
    contract_version: httpContractVersion,
    namespaces: [...new Set(routes.map(([, { namespace }]) => namespace))].filter(Boolean),
    routes: Object.fromEntries(routes),
  };
}

export function apiRoute(path: string, methods: readonly Method[]): ApiRoute {
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
