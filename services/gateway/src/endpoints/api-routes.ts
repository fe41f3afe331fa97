import { httpContractVersion } from '@svc/contracts';
import type { Endpoint, Method } from './endpoint.ts';

/** A path of the API, as clients that discover one expect it. */
export interface ApiRoute {
  readonly namespace: string;
  readonly methods: readonly Method[];
  /** The same, each by itself. */
  readonly endpoints: readonly { readonly methods: readonly Method[] }[];
}

/** The API described to a program. */
export interface ApiIndex {
  readonly url: string;
  /** Of the HTTP contract (docs/versions.md). */
  readonly contract_version: string;
  readonly namespaces: readonly string[];
  /** By path; values of a path are named groups: `/svc-posts/v2/(?P<post_type>\w+)/(?P<id>\d+)`. */
  readonly routes: Readonly<Record<string, ApiRoute>>;
}

/** What the root of the API answers: every path under each prefix, with its methods. */
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

/** One path with its methods. */
export function apiRoute(path: string, methods: readonly Method[]): ApiRoute {
  // All up to the version, which is also the end of namespaces in two parts: svc-public/svc-core/v1.
  const namespace = /^\/(.*?\/v\d+)(?=\/|$)/.exec(path)?.[1] ?? '';
  return { namespace, methods, endpoints: methods.map((method) => ({ methods: [method] })) };
}

function writtenPaths({ path, aliases = [] }: Endpoint, prefixes: readonly string[]): Set<string> {
  const all = [path, ...aliases].flatMap((each) => prefixes.map((prefix) => each.replaceAll('{ns}', prefix)));
  return new Set(all.map((each) => each.replaceAll(/\{(\w+)\}/g, namedGroup)));
}

const namedGroup = (_whole: string, name: string): string =>
  `(?P<${name}>${name === 'post_type' ? String.raw`\w` : String.raw`\d`}+)`;
