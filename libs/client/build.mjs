/**
 * Builds the package for `npm pack` into `dist`, or into the folder that is named. The client is compiled with the types of browsers alone, so that it
 * cannot use anything of Node; only the generator may. `--clean` removes the output.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const here = import.meta.dirname;
const licence = join(here, 'LICENSE');

/** Compiles the package into a folder. @throws Error with the messages of the compiler. */
export function build(folder) {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');
  for (const project of ['tsconfig.build.json', 'tsconfig.generate.json'])
    execFileSync(process.execPath, [compiler, '-p', join(here, project), '--outDir', folder], {
      stdio: 'inherit',
    });
  // The compiler renames imports in .js files only.
  for (const file of readdirSync(folder, { recursive: true }).filter((each) => each.endsWith('.d.ts'))) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

if (process.argv[1] === import.meta.filename) {
  const dist = join(here, 'dist');
  rmSync(dist, { recursive: true, force: true });
  rmSync(licence, { force: true });
  if (process.argv[2] !== '--clean') {
    build(dist);
    copyFileSync(join(here, '../../LICENSE'), licence);
  }
}
