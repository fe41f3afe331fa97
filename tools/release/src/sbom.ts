import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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

function sbomOf(directory: string, name: string): Buffer {
  const what = ['--package-lock-only', `--workspace=@svc/${name}`];
  return execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', ...what], {
    cwd: directory,
    maxBuffer: 64 * 1024 * 1024,
  });
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
