import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Installs a package of `libs` in a project from its tarball, as `npm install` does, with the packages of this repository in place of those that it
 * depends on. Returns its folder.
 */
export function installPackage(
  project: string,
  library: string,
  dependencies: readonly string[] = [],
): string {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', project], {
    cwd: join(root, 'libs', library),
    stdio: ['ignore', 'ignore', 2],
  });
  const installed = join(project, 'node_modules/@svc', library);
  mkdirSync(installed, { recursive: true });
  const [tarball = ''] = globSync('*.tgz', { cwd: project });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], { cwd: project });
  rmSync(join(project, tarball));
  for (const name of dependencies) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  return installed;
}
