import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    name: string;
    namespace?: string;
    annotations?: Readonly<Record<string, string>>;
  };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what else it has is for its schema to say
  readonly [key: string]: any;
}

interface Kustomization {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly resources: readonly string[];
  readonly configMapGenerator?: readonly {
    readonly name: string;
    readonly behavior?: 'merge';
    readonly literals?: readonly string[];
    readonly files?: readonly string[];
  }[];
  readonly patches?: readonly {
    readonly path: string;
    readonly target: { readonly kind: string; readonly name?: string };
  }[];
  readonly images?: readonly {
    readonly name: string;
    readonly newName: string;
    readonly newTag: string;
    readonly digest: string;
  }[];
}

interface Collected {
  readonly manifests: readonly Manifest[];
  /** Generated ConfigMaps by name; a hash of the content is appended to the name later. */
  readonly generated: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

const known = ['apiVersion', 'kind', 'namespace', 'resources', 'configMapGenerator', 'patches', 'images'];

/** Renders a folder like `kubectl kustomize`, in another order. @throws Error for an unsupported feature. */
export function render(folder: string): Manifest[] {
  const { manifests, generated } = collect(folder);
  const namespace = manifests[0]?.metadata.namespace;
  const names = new Map([...generated].map(([name, data]) => [name, `${name}-${hashOf(data)}`]));
  const maps = [...generated].map(([name, data]) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: names.get(name) ?? name, ...(namespace && { namespace }) },
    data,
  }));
  return [...maps, ...manifests.map((manifest) => withNames(manifest, names) as Manifest)];
}

function collect(folder: string): Collected {
  const [kustomization] = documents(join(folder, 'kustomization.yaml')) as [Kustomization];
  const unknown = Object.keys(kustomization).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} is not known to this renderer`);
  const parts = kustomization.resources.map((path): Collected =>
    path.endsWith('.yaml')
      ? { manifests: documents(join(folder, path)) as Manifest[], generated: new Map() }
      : collect(join(folder, path)),
  );
  const generated = new Map(parts.flatMap((part) => [...part.generated]));
  for (const { name, behavior, literals = [], files = [] } of kustomization.configMapGenerator ?? []) {
    if ((behavior === 'merge') !== generated.has(name))
      throw new Error(`${name} is generated twice, or not at all`);
    const entries = [
      ...literals.map((literal) => [
        literal.slice(0, literal.indexOf('=')),
        literal.slice(literal.indexOf('=') + 1),
      ]),
      ...files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
    ];
    generated.set(name, {
      ...generated.get(name),
      ...(Object.fromEntries(entries) as Record<string, string>),
    });
  }
  const manifests = parts
    .flatMap((part) => part.manifests)
    .map((manifest) => changed(manifest, kustomization, folder));
  return { manifests, generated };
}

function documents(file: string): unknown[] {
  const parsed = parseAllDocuments(readFileSync(file, 'utf8'), { merge: true });
  return parsed.map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as unknown;
  });
}

function changed(manifest: Manifest, kustomization: Kustomization, folder: string): Manifest {
  const { patches = [], images = [], namespace } = kustomization;
  let result = manifest;
  for (const { path, target } of patches) {
    if (target.kind !== manifest.kind || (target.name ?? manifest.metadata.name) !== manifest.metadata.name)
      continue;
    const [patch] = documents(join(folder, path)) as [Manifest];
    result = { ...(merged(result, patch) as Manifest), metadata: result.metadata };
  }
  const replaced = withImages(result, images) as Manifest;
  return namespace ? { ...replaced, metadata: { ...replaced.metadata, namespace } } : replaced;
}

/** The merge keys of lists; lists without one are replaced. */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  ports: 'containerPort',
  volumeMounts: 'mountPath',
  volumes: 'name',
};

function merged(base: unknown, patch: Json, field = ''): unknown {
  const key = mergeKeys[field];
  if (Array.isArray(base) && Array.isArray(patch) && key !== undefined) {
    const items = base as Record<string, unknown>[];
    const patched = (patch as Record<string, Json>[]).map((item) =>
      merged(
        items.find((each) => each[key] === item[key]),
        item,
      ),
    ) as Record<string, unknown>[];
    return [...patched, ...items.filter((item) => !patched.some((each) => each[key] === item[key]))];
  }
  if (!isObject(base) || !isObject(patch)) return patch;
  const entries = Object.entries(patch).map(([name, value]) => [name, merged(base[name], value, name)]);
  return { ...base, ...(Object.fromEntries(entries) as object) };
}

function withImages(value: unknown, images: NonNullable<Kustomization['images']>): unknown {
  return mapped(value, (key, inner) => {
    const image = key === 'image' ? images.find(({ name }) => name === inner) : undefined;
    return image && `${image.newName}:${image.newTag}${image.digest && `@${image.digest}`}`;
  });
}

function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  return mapped(value, (key, inner) => {
    if (!['configMap', 'configMapRef'].includes(key) || !isObject(inner)) return undefined;
    return { ...inner, name: names.get(inner['name'] as string) ?? inner['name'] };
  });
}

/** A value with what a function makes of the values within it, where it makes something of them. */
function mapped(value: unknown, change: (key: string, inner: unknown) => unknown, key = ''): unknown {
  const changed = change(key, value);
  if (changed !== undefined) return changed;
  if (Array.isArray(value)) return value.map((item) => mapped(item, change, key));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, mapped(inner, change, name)]);
  return Object.fromEntries(entries) as unknown;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The hash of kustomize: of the content as Go writes JSON, in an alphabet without vowels and similar characters, so that it forms no words. */
function hashOf(data: Readonly<Record<string, string>>): string {
  const sorted = Object.fromEntries(Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1)));
  const json = JSON.stringify({ data: sorted, kind: 'ConfigMap', name: '' }).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const replaced: Readonly<Record<string, string>> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };
  const hex = createHash('sha256').update(json).digest('hex').slice(0, 10);
  return hex.replaceAll(/[013ae]/g, (character) => replaced[character] ?? character);
}
