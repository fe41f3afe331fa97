import type { Manifest } from './kustomize.ts';

type Model = new (manifest: Manifest) => { validate(): void };

/** The problems of a manifest by the schemas of Kubernetes, one line for each, unknown fields included, which the schemas themselves permit. */
export async function problemsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind, metadata } = manifest;
  const models = (await import(`kubernetes-models/${apiVersion}`)) as Readonly<Record<string, Model>>;
  const Kind = models[kind];
  if (!Kind) return [`${apiVersion} has no ${kind}`];
  const asked = new Set<string>();
  try {
    Kind.prototype.validate.call(watched(manifest, '', asked));
  } catch (error) {
    return [`${kind} ${metadata.name}: ${(error as Error).message}`];
  }
  return pathsOf(manifest, '')
    .filter((path) => !asked.has(path))
    .map((path) => `${kind} ${metadata.name}: ${path} is not known`);
}

/** A proxy of an object that records the paths that are read. */
function watched(value: unknown, path: string, asked: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return found;
      asked.add(`${path}${key}`);
      return watched(found, `${path}${key}.`, asked);
    },
  });
}

function pathsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    `${path}${key}`,
    ...pathsOf(inner, `${path}${key}.`),
  ]);
}
