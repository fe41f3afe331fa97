/**
 * Builds a package of `libs` for `npm pack`, in whose folder it runs, into `dist`: `node ../../tools/build-package.mjs tsconfig.build.json`
 * compiles each configuration that is named. `--clean` removes the output.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const configurations = process.argv.slice(2);
const dist = join(process.cwd(), 'dist');
const licence = join(process.cwd(), 'LICENSE');

rmSync(dist, { recursive: true, force: true });
rmSync(licence, { force: true });
if (configurations[0] !== '--clean') {
  for (const configuration of configurations) compile(configuration);
  renameImports();
  copyFileSync(join(import.meta.dirname, '../LICENSE'), licence);
}

/** @throws Error when the compiler reports errors; its messages are printed. */
function compile(configuration) {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');
  execFileSync(process.execPath, [compiler, '-p', configuration, '--outDir', dist], { stdio: 'inherit' });
}

/** The compiler renames imports in .js files only. */
function renameImports() {
  for (const file of readdirSync(dist, { recursive: true }).filter((each) => each.endsWith('.d.ts'))) {
    const path = join(dist, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}
