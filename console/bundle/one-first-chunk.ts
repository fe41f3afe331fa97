import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Keeps the modules of the first page in one file. Without it, each set of modules that is shared with another set of later pages is a file of
 * its own: a dozen requests of a few hundred bytes, of which browsers send six at a time. Later pages need the first one anyway, so that
 * each of them imports it as a whole.
 */
export function oneFirstChunk(firstPage: string): Plugin {
  return {
    name: 'one-first-chunk',
    setup(build) {
      const laterPages = new Set<string>();
      const isResolved = Symbol('resolved');
      build.onResolve({ filter: /\.tsx$/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === isResolved) return undefined;
        const resolved = await build.resolve(path, { kind, resolveDir, pluginData: isResolved });
        laterPages.add(resolved.path);
        return resolved;
      });
      build.onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
        if (!laterPages.has(path)) return undefined;
        const contents = `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(firstPage)};\n`;
        return { contents, loader: 'tsx' };
      });
    },
  };
}
