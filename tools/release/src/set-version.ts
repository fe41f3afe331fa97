import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files outside packages that contain the version of images. */
const namingImages = [
  'deploy/k8s/overlays/*/kustomization.yaml',
  'deploy/helm/Chart.yaml',
  'deploy/examples/kustomization.yaml',
  'docs/operations/{kubernetes,helm}.md',
];

interface Manifest {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface Lockfile {
  version: string;
  packages: Record<string, Manifest>;
}

/**
 * Sets the version in every package, the lockfile and the names of images. Removes the digests of the images in the overlays, which belong to the
 * previous version.
 */
export function setVersion(root: string, version: string): void {
  const manifests = globSync(
    ['package.json', '{libs,services,tools,extensions}/*/package.json', 'console/package.json'],
    {
      cwd: root,
    },
  );
  for (const file of manifests)
    rewriteJson<Manifest>(join(root, file), (manifest) => setVersionIn(manifest, version));
  rewriteJson<Lockfile>(join(root, 'package-lock.json'), (lock) => {
    lock.version = version;
    for (const [path, entry] of Object.entries(lock.packages))
      if (!path.includes('node_modules/')) setVersionIn(entry, version);
  });
  for (const file of globSync(namingImages, { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    const named = text
      .replaceAll(/^( +newTag: )\d+\.\d+\.\d+(\n +digest: )'.*'$/gm, `$1${version}$2''`)
      .replaceAll(/^((?:appV|v)ersion: )\d+\.\d+\.\d+$/gm, `$1${version}`)
      .replaceAll(/(\?ref=v)\d+\.\d+\.\d+/g, `$1${version}`)
      .replaceAll(/(records-service\/\$NAME:)\d+\.\d+\.\d+/g, `$1${version}`);
    writeFileSync(join(root, file), named);
  }
}

/** Writes the digests that a registry gave the pushed images (`gateway` → `sha256:…`) into both overlays. */
export function setImageDigests(root: string, digests: ReadonlyMap<string, string>): void {
  for (const [name, digest] of digests)
    if (!/^sha256:[0-9a-f]{64}$/.test(digest))
      throw new Error(`The digest of ${name} must be sha256: and 64 hexadecimal digits, not "${digest}".`);
  for (const file of globSync('deploy/k8s/overlays/*/kustomization.yaml', { cwd: root })) {
    let text = readFileSync(join(root, file), 'utf8');
    for (const [name, digest] of digests) {
      const line = new RegExp(`(name: records-service/${name}\\n.*\\n.*\\n +digest: )'.*'`);
      if (!line.test(text)) throw new Error(`${file} has no image named ${name}.`);
      text = text.replace(line, `$1'${digest}'`);
    }
    writeFileSync(join(root, file), text);
  }
}

function setVersionIn(manifest: Manifest, version: string): void {
  manifest.version = version;
  for (const packages of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}])
    for (const name of Object.keys(packages)) if (name.startsWith('@svc/')) packages[name] = version;
}

function rewriteJson<T>(file: string, change: (value: T) => void): void {
  const value = JSON.parse(readFileSync(file, 'utf8')) as T;
  change(value);
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
