import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const keysModule = 'catalogue-keys';

/** Writes the English texts once for all languages: each catalogue has only its translations, in the order of the texts. */
export function compactCatalogues(catalogues: string): Plugin {
  return {
    name: 'compact-catalogues',
    setup(build) {
      build.onLoad({ filter: /\/catalogues\/[^/]+\.json$/ }, async ({ path }) => ({
        resolveDir: catalogues,
        contents: [
          `import keys from '${keysModule}';`,
          `const texts = ${JSON.stringify(Object.values(await readSorted(path)))};`,
          `export default Object.fromEntries(keys.map((key, index) => [key, texts[index]]));`,
        ].join('\n'),
      }));
      build.onResolve({ filter: new RegExp(`^${keysModule}$`) }, () => ({
        path: keysModule,
        namespace: keysModule,
      }));
      build.onLoad({ filter: /.*/, namespace: keysModule }, async () => ({
        contents: `export default ${JSON.stringify(Object.keys(await readSorted(`${catalogues}/de_DE.json`)))};`,
      }));
    },
  };
}

/** A catalogue in the order of its keys. A test keeps the keys of all catalogues equal. */
async function readSorted(path: string): Promise<Readonly<Record<string, string>>> {
  const catalogue = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>;
  return Object.fromEntries(Object.entries(catalogue).sort(([one], [other]) => (one < other ? -1 : 1)));
}
