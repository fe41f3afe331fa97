import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files outside packages that contain the version of images. */
const namingImages = ['deploy/k8s/overlays/*/kustomization.yaml', 'docs/deploying.md'];

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/**
 * Sets the version in every package, the lockfile and the names of images. Removes the digests of the images in the overlays, which belong to the
 * previous version.
 */
export function setVersion(root: string, version: string): void {
  const manifests = globSync(['package.json', '{libs,services,tools,extensions}/*/package.json'], {
    cwd: root,
  });
  for (const file of manifests)
    rewriteJson(join(root, file), (manifest: Manifest) => versioned(manifest, version));
  rewriteJson(join(root, 'package-lock.json'), (lock: Manifest & { packages: Record<string, Manifest> }) => ({
    ...lock,
    version,
    packages: Object.fromEntries(
      Object.entries(lock.packages).map(([path, entry]) => [
        path,
        path.includes('node_modules/') ? entry : versioned(entry, version),
      ]),
    ),
  }));
  for (const file of globSync(namingImages, { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    const named = text
      .replaceAll(/^( +newTag: )\d+\.\d+\.\d+(\n +digest: )'.*'$/gm, `$1${version}$2''`)
      .replaceAll(/(records-service\/\$NAME:)\d+\.\d+\.\d+/g, `$1${version}`);
    writeFileSync(join(root, file), named);
  }
}

function versioned<T extends Manifest>(manifest: T, version: string): T {
  const ours = (packages: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(packages).map(([name, wanted]) => [name, name.startsWith('@svc/') ? version : wanted]),
    );
  const { dependencies, devDependencies } = manifest;
  return Object.assign(manifest, {
    version,
    ...(dependencies && { dependencies: ours(dependencies) }),
    ...(devDependencies && { devDependencies: ours(devDependencies) }),
  });
}

function rewriteJson<T>(file: string, change: (value: T) => T): void {
  const value = JSON.parse(readFileSync(file, 'utf8')) as T;
  writeFileSync(file, `${JSON.stringify(change(value), null, 2)}\n`);
}
