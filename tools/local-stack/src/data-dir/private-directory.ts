import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from '../stack-error.ts';

const OTHERS = 0o077;

/**
 * Creates a directory for data, keys and logs to which only its owner has access. Existing content becomes private as well, and so does everything
 * that this process and its children create later.
 */
export function makePrivate(dir: string): void {
  process.umask(OTHERS);
  mkdirSync(dir, { recursive: true });
  for (const path of openToOthers(dir)) {
    try {
      chmodSync(path, lstatSync(path).mode & ~OTHERS);
    } catch (error) {
      throw new StackError(
        `Other users can read ${path}, and its mode cannot be changed: ${(error as Error).message}. ` +
          `As its owner, run: chmod -R go= ${dir}`,
      );
    }
  }
}

/** Paths in a directory, and itself, to which users other than the owner have access. */
export function openToOthers(dir: string): string[] {
  const inside = readdirSync(dir, { recursive: true, withFileTypes: true });
  const paths = [dir, ...inside.map(({ parentPath, name }) => join(parentPath, name))];
  return paths.filter((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    return entry && !entry.isSymbolicLink() && (entry.mode & OTHERS) !== 0;
  });
}

/** Writes a file, whole or not at all, that only its owner may read. Returns the function that removes it. */
export function writePrivateJson(file: string, content: object): () => void {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(part, file);
  return () => rmSync(file, { force: true });
}
