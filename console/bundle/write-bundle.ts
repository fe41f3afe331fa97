// Bundles the console into a new folder: node console/bundle/write-bundle.ts FOLDER
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { compactCatalogues } from './compact-catalogues.ts';
import { oneFirstChunk } from './one-first-chunk.ts';

const root = new URL('..', import.meta.url).pathname;

/** The modules that the page names: a small one that loads what the first page shows, and one with the pages. */
const firstLoad = 'src/first-load.ts';
const main = 'src/main.tsx';
/** The script that is part of the page. */
const firstRequests = 'src/first-requests.ts';

const options = {
  absWorkingDir: root,
  bundle: true,
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
} as const;

/** The page whose `{{api}}` the gateway fills in. */
export const pageName = 'index.html';

/**
 * Writes the page, and next to it in `assets` the scripts and the style sheet, with the hash of their content in their names, and each of them
 * compressed.
 */
export async function writeBundle(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { metafile } = await build({
    ...options,
    entryPoints: [firstLoad, main, 'src/style.css'],
    outdir: join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    // The sources of libs/client, whose package has a build of its own.
    conditions: ['source'],
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [compactCatalogues(join(root, 'catalogues')), oneFirstChunk(join(root, main))],
    metafile: true,
  });
  const { outputs } = metafile;
  const address = (module: string) => addressOf(outputOf(outputs, module));
  const page = await readFile(join(root, 'page', pageName), 'utf8');
  const script = await pageScript();
  const filled = page
    .replace('{{firstRequests}}', () => `<script>${script}</script>`)
    .replace('{{style}}', address('src/style.css'))
    .replace('{{firstLoad}}', address(firstLoad))
    .replace('{{main}}', address(main))
    .replace('{{preloads}}', preloadsOf(outputs, [firstLoad, main]).join('\n    '));
  await compressFiles(join(folder, 'assets'));
  await writeFile(join(folder, pageName), filled);
}

/** The script that is part of the page. The gateway permits it by its hash. */
async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [firstRequests],
    format: 'iife',
    write: false,
  });
  return outputFiles.map(({ text }) => text.trim()).join('\n');
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

type Outputs = Metafile['outputs'];

/**
 * The file with the code of a module. It is not the one that is named after it if other files import the module: that one imports it as well,
 * and would be another request.
 */
function outputOf(outputs: Outputs, module: string): string {
  const [file] =
    Object.entries(outputs).find(([, { inputs }]) => (inputs[module]?.bytesInOutput ?? 0) > 0) ?? [];
  if (file === undefined) throw new Error(`The bundle of the console has no output for ${module}.`);
  return file;
}

function addressOf(output: string): string {
  return `/console/assets/${basename(output)}`;
}

/** Links to the scripts that modules of the page import, so that the browser requests them with it and not after it. */
function preloadsOf(outputs: Outputs, modules: readonly string[]): string[] {
  const named = modules.map((module) => outputOf(outputs, module));
  const needed = new Set(named);
  // The set grows while it is read.
  for (const output of needed)
    for (const { path, kind } of outputs[output]?.imports ?? [])
      if (kind === 'import-statement') needed.add(path);
  return [...needed]
    .filter((path) => !named.includes(path))
    .map((path) => `<link rel="modulepreload" href="${addressOf(path)}" />`);
}

const [target] = process.argv.slice(2);
if (import.meta.main && target !== undefined) await writeBundle(resolve(target));
