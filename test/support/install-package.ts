import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@svc/testing';

const root = join(import.meta.dirname, '../..');

/** The tarballs of packages of `libs`: to pack one compiles its sources, which takes seconds. */
const tarballs = new Map<string, string>();

/**
 * Installs a package of `libs` in a project from its tarball, as `npm install` does, with the packages of this repository in place of those that it
 * depends on. Returns its folder.
 */
export function installPackage(
  project: string,
  library: string,
  dependencies: readonly string[] = [],
): string {
  const tarball = tarballs.get(library) ?? pack(library);
  tarballs.set(library, tarball);
  const installed = join(project, 'node_modules/@svc', library);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], { cwd: project });
  for (const name of dependencies) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  return installed;
}

function pack(library: string): string {
  const folder = temporaryDirectory();
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(root, 'libs', library),
    stdio: ['ignore', 'ignore', 2],
  });
  const [tarball = ''] = globSync('*.tgz', { cwd: folder });
  return join(folder, tarball);
}
