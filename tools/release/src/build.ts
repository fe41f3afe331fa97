import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from './git.ts';
import { writeSboms } from './sbom.ts';

/** The images, by the names that deploy/assemble.ts knows. */
export const imageNames = ['gateway', 'records', 'comments', 'users', 'search', 'admin'] as const;

export interface BuildPlan {
  readonly version: string;
  readonly images: readonly string[];
  /** The folder for the results. */
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

/** Packs a tree reproducibly: the same files always result in the same archive. */
function pack(tree: string, file: string, seconds: string): void {
  const steady = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${seconds}`];
  execFileSync('tar', [...steady, '-I', 'gzip -n', '-cf', file, '-C', tree, '.']);
}
