// Bundles the console into a new folder: node console/bundle/write-bundle.ts FOLDER
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { compactCatalogues } from './compact-catalogues.ts';
import { oneFirstChunk } from './one-first-chunk.ts';

const root = new URL('..', import.meta.url).pathname;

/** The page whose `{{api}}` the gateway fills in. */
export const pageName = 'index.html';

/**
 * Writes the page, and next to it in `assets` the scripts and the style sheet, with the hash of their content in their names, and each of them
 * compressed.
 */
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
  await compressFiles(join(folder, 'assets'));
  await writeFile(join(folder, pageName), filled);
}

/** Compresses each file as `.br` and `.gz`, at the highest levels: a server could not take this time for each request. */
async function compressFiles(folder: string): Promise<void> {
  const compress = async (file: string) => {
    const content = await readFile(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
  };
  await Promise.all((await readdir(folder)).map((name) => compress(join(folder, name))));
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
