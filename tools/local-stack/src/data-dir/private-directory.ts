import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from '../stack-error.ts';

const OTHERS = 0o077;

/**
 * Makes a directory for data, keys and logs that its owner alone can look into. What is in it already becomes as private, and so
 * does what this process and those that it starts make from now on, by whatever program.
 */
export function makePrivate(dir: string): void {
  process.umask(OTHERS);
  mkdirSync(dir, { recursive: true });
  for (const path of openToOthers(dir)) {
    try {
      chmodSync(path, lstatSync(path).mode & ~OTHERS);
    } catch (error) {
      throw new StackError(
        `Other users can read ${path}, and that cannot be changed: ${(error as Error).message}. ` +
          `Have its owner run: chmod -R go= ${dir}`,
      );
    }
  }
}

/** What of a directory and all in it somebody else than the owner may read, write or enter. */
export function openToOthers(dir: string): string[] {
  const inside = readdirSync(dir, { recursive: true, withFileTypes: true });
  const paths = [dir, ...inside.map(({ parentPath, name }) => join(parentPath, name))];
  return paths.filter((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    return entry && !entry.isSymbolicLink() && (entry.mode & OTHERS) !== 0;
  });
}
