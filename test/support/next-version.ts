import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { InstanceName } from '@svc/contracts';
import { withMutant } from '../mutants/mutant.ts';

const root = join(import.meta.dirname, '../..');

/** A change of the program: a file, a text that it has exactly once, and the replacement. */
export interface Change {
  file: string;
  from: string;
  to: string;
}

/** A modified copy of the program as a later version. */
export interface NextVersion {
  /** The entry file of a service. */
  entryOf(service: InstanceName): string;
  remove(): void;
}

/** Copies the program within the repository, where it finds its packages, and changes the copy. */
export function nextVersion(changes: readonly Change[]): NextVersion {
  mkdirSync(join(root, '.local'), { recursive: true });
  const copy = mkdtempSync(join(root, '.local/next-'));
  for (const folder of ['libs', 'services'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  mkdirSync(join(copy, 'node_modules/@svc'), { recursive: true });
  for (const lib of readdirSync(join(copy, 'libs')))
    symlinkSync(join(copy, 'libs', lib), join(copy, 'node_modules/@svc', lib));
  for (const { file, ...change } of changes) {
    const changed = withMutant(readFileSync(join(copy, file), 'utf8'), change);
    if (changed === undefined) throw new Error(`${file} does not have exactly once: ${change.from}`);
    writeFileSync(join(copy, file), changed);
  }
  return {
    entryOf: (service) => join(copy, 'services', service, 'src/main.ts'),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
