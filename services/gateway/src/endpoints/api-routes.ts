import { httpContractVersion } from '@svc/contracts';
import { z } from 'zod';
import type { Endpoint, OperationEndpoint } from './endpoint.ts';
import { pathNamesIn, pathValueSchema } from './endpoint-path.ts';
import { inputSchema } from './read-input.ts';

/** The answer at the API's root: every path under each prefix, with its methods. */
export function apiIndex(
  endpoints: readonly Endpoint[],
  { prefixes, url }: { readonly prefixes: readonly string[]; readonly url: string },
) {
  const byPath = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints)
    for (const path of writtenPaths(endpoint, prefixes))
      byPath.set(path, [...(byPath.get(path) ?? []), endpoint]);
  const routes = [...byPath].map(([path, each]) => [path, apiRoute(path, each)] as const);
  return {
    url,
    /** The version of the HTTP contract (docs/reference/versions.md). */
    contract_version: httpContractVersion,
    namespaces: [...new Set(routes.map(([, { namespace }]) => namespace))].filter(Boolean),
    /** By path; path values are named groups: `/svc-posts/v2/(?P<post_type>\w+)/(?P<id>\d+)`. */
    routes: Object.fromEntries(routes),
  };
}

/** A path of the API, in the form that clients expect for discovery: its methods together, and one entry each with the parameters that it needs. */
export function apiRoute(path: string, endpoints: readonly Endpoint[]) {
  // Up to the version, so that namespaces in two parts are whole: svc-public/svc-core/v1.
  const namespace = /^\/(.*?\/v\d+)(?=\/|$)/.exec(path)?.[1] ?? '';
  return {
    namespace,
    methods: endpoints.map(({ method }) => method),
    endpoints: endpoints.map((endpoint) => ({ methods: [endpoint.method], args: argsOf(endpoint) })),
  };
}

interface Arg {
  readonly description: string;
  readonly type: string;
  readonly required: true;
}

/** Texts of the older API; other parameters have their name. */
const descriptions: Readonly<Record<string, string>> = {
  post_type: 'The post type',
  id: 'The id of the post',
  comment_id: 'The id of the comment',
  activity_id: 'The id of the activity',
  comment: 'The comment text',
  field: 'The field key',
};

/** The values of the path, and the parameters without which the endpoint refuses a request, by name. */
function argsOf(endpoint: Endpoint): Readonly<Record<string, Arg>> {
  const inPath = pathNamesIn(endpoint.path).map(
    (name) => [name, argOf(name, pathValueSchema(name))] as const,
  );
  return { ...Object.fromEntries(inPath), ...('operation' in endpoint && requiredArgs(endpoint)) };
}

function requiredArgs({ operation, inputs }: OperationEndpoint): Readonly<Record<string, Arg>> {
  const args = Object.entries(inputs).flatMap(([input, source]) => {
    const place = source.from === 'first' ? source.of[0] : source;
    const schema = inputSchema(operation, input);
    if (place?.from !== 'parameter' || !schema) return [];
    const unsent = place.coercion?.coerce(undefined);
    if (schema.safeParse(unsent).success) return [];
    return [
      [
        place.name,
        argOf(place.name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
      ] as const,
    ];
  });
  return Object.fromEntries(args);
}

function argOf(name: string, { type }: { readonly type?: unknown }): Arg {
  return {
    description: descriptions[name] ?? name,
    type: typeof type === 'string' ? type : 'string',
    required: true,
  };
}

function writtenPaths({ path, aliases = [] }: Endpoint, prefixes: readonly string[]): Set<string> {
  const all = [path, ...aliases].flatMap((each) => prefixes.map((prefix) => each.replaceAll('{ns}', prefix)));
  return new Set(all.map((each) => each.replaceAll(/\{(\w+)\}/g, namedGroup)));
}

const namedGroup = (_whole: string, name: string): string =>
  `(?P<${name}>${name === 'post_type' ? String.raw`\w` : String.raw`\d`}+)`;
