import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pageName, writeBundle } from './write-bundle.ts';

const root = new URL('..', import.meta.url).pathname;

/**
 * Bundles the console into `<folder>/<hash of its sources>`, unless that is there already, and returns the path. Several processes may do so
 * at once: the bundle appears whole, or not at all.
 */
export async function bundleConsole(folder: string): Promise<string> {
  const target = join(folder, hashOfSources());
  if (existsSync(join(target, pageName))) return target;
  const unfinished = `${target}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await writeBundle(unfinished);
  await rename(unfinished, target).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(join(target, pageName))) throw error;
  });
  return target;
}

/** Files whose content decides what the bundle contains. */
const sources = [
  'src/**/*.{ts,tsx,css,json}',
  'catalogues/*.json',
  'page/*',
  'bundle/*.ts',
  'package.json',
  '../libs/client/src/**/*.ts',
];

function hashOfSources(): string {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const texts = files.map((file) => `${file}\0${readFileSync(join(root, file), 'utf8')}`);
  return hash('sha256', texts.join('\0')).slice(0, 16);
}
