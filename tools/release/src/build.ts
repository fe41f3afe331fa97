import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { git } from './git.ts';

/** The images, by their names in deploy/assemble.ts. */
export const imageNames = ['gateway', 'records', 'comments', 'users', 'search', 'admin'] as const;

interface BuildPlan {
  readonly version: string;
  readonly images: readonly string[];
  readonly folder: string;
}

/**
 * Builds a commit into an empty folder: the source, and for each image its files, assembled as in deploy/Dockerfile, and its SBOM. Uncommitted
 * changes are not included.
 */
export function build(root: string, commit: string, { version, images, folder }: BuildPlan): void {
  const prefix = `records-service-${version}`;
  const archive = join(folder, `${prefix}.tar.gz`);
  git(root, 'archive', `--prefix=${prefix}/`, '--output', archive, commit);
  const scratch = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    execFileSync('tar', ['-xzf', archive, '-C', scratch]);
    const source = join(scratch, prefix);
    for (const kind of ['sbom', 'images']) mkdirSync(join(folder, kind));
    for (const name of images) {
      const tree = join(scratch, name);
      const assemble = [join(source, 'deploy/assemble.ts'), name, tree];
      execFileSync(process.execPath, assemble, { stdio: ['ignore', 2, 2] });
      pack(tree, join(folder, 'images', `${name}.tar.gz`), git(root, 'show', '-s', '--format=%ct', commit));
    }
    writeSboms(source, images, join(folder, 'sbom'));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

type Json = Record<string, unknown>;

/**
 * Writes the production packages of each image, according to npm, as CycloneDX in NAME.cdx.json. The manifests are copied without development
 * dependencies: with `--omit=dev` npm would leave out every package that some workspace needs for development, such as express, even where a
 * service needs it. Packages for other platforms than that of the image are included.
 */
export function writeSboms(source: string, names: readonly string[], folder: string): void {
  const temporary = mkdtempSync(join(tmpdir(), 'sbom-'));
  // npm names the described component after its folder.
  const scratch = join(temporary, 'records-service');
  try {
    for (const file of globSync('{,{libs,services,tools}/*/}package.json', { cwd: source }))
      copyJson(join(source, file), join(scratch, file), withoutDevelopment);
    copyJson(join(source, 'package-lock.json'), join(scratch, 'package-lock.json'), (lock) =>
      Object.values(lock['packages'] as Record<string, Json>).forEach(withoutDevelopment),
    );
    for (const name of names) writeFileSync(join(folder, `${name}.cdx.json`), sbomOf(scratch, name));
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Packs a tree reproducibly: the same files always result in the same archive. */
function pack(tree: string, file: string, seconds: string): void {
  const steady = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${seconds}`];
  execFileSync('tar', [...steady, '-I', 'gzip -n', '-cf', file, '-C', tree, '.']);
}

/** The SBOM without its random serial number and the time, so that the same lockfile always results in the same file. */
function sbomOf(directory: string, name: string): string {
  const what = ['--package-lock-only', `--workspace=@svc/${name}`];
  const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', ...what], {
    cwd: directory,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { serialNumber: _, ...sbom } = JSON.parse(output.toString('utf8')) as Json & { metadata: Json };
  delete sbom.metadata['timestamp'];
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

function withoutDevelopment(manifest: Json): void {
  delete manifest['devDependencies'];
}

function copyJson(from: string, to: string, change: (value: Json) => void): void {
  const value = JSON.parse(readFileSync(from, 'utf8')) as Json;
  change(value);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, JSON.stringify(value));
}
