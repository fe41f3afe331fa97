// Bundles the console into a new folder: node console/bundle/write-bundle.ts FOLDER
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { compactCatalogues } from './compact-catalogues.ts';
import { oneFirstChunk } from './one-first-chunk.ts';

const root = new URL('..', import.meta.url).pathname;

/** The page whose `{{api}}` the gateway fills in. */
export const pageName = 'index.html';

/** Writes the page, and next to it in `assets` the script and the style sheet, with the hash of their content in their names. */
export async function writeBundle(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/main.tsx', 'src/style.css'],
    outdir: join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    // The sources of libs/client, whose package has a build of its own.
    conditions: ['source'],
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    charset: 'utf8',
    plugins: [compactCatalogues(join(root, 'catalogues')), oneFirstChunk(join(root, 'src/shell/app.tsx'))],
    metafile: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const address = (entry: string) => {
    const [file] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
    if (file === undefined) throw new Error(`The bundle of the console has no output for ${entry}.`);
    return `/console/assets/${basename(file)}`;
  };
  const page = await readFile(join(root, 'page', pageName), 'utf8');
  const filled = page
    .replace('{{style}}', address('src/style.css'))
    .replace('{{script}}', address('src/main.tsx'))
    .replace('{{preloads}}', preloadsOf(metafile, 'src/main.tsx').join('\n    '));
  await writeFile(join(folder, pageName), filled);
}

/** Links to the scripts that an entry imports, so that the browser requests them with it and not after it. */
function preloadsOf({ outputs }: Metafile, entry: string): string[] {
  const needed = new Set<string>();
  const add = (output: string) => {
    for (const { path, kind } of outputs[output]?.imports ?? []) {
      if (kind !== 'import-statement' || needed.has(path)) continue;
      needed.add(path);
      add(path);
    }
  };
  const [script] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (script !== undefined) add(script);
  return [...needed].map((path) => `<link rel="modulepreload" href="/console/assets/${basename(path)}" />`);
}

const [target] = process.argv.slice(2);
if (import.meta.main && target !== undefined) await writeBundle(resolve(target));
