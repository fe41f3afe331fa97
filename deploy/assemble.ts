// Assembles the files of an image in a new folder: node deploy/assemble.ts SERVICE FOLDER
// SERVICE is a service, or `admin` for the admin tool. npm installs the packages of the lockfile that SERVICE and the workspaces it imports
// need in production, and no others.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { refuseSecrets } from './refuse-secrets.ts';

const source = resolve(import.meta.dirname, '..');

/** Entry files by the name of the image. */
const entries = {
  gateway: 'services/gateway/src/main.ts',
  records: 'services/records/src/main.ts',
  comments: 'services/comments/src/main.ts',
  users: 'services/users/src/main.ts',
  search: 'services/search/src/main.ts',
  admin: 'tools/admin/src/admin.ts',
};

const onlyForTests = /\.test\.ts$|\/src\/(.+\/)?testing$/;
const inWorkspace = ['src', 'data', 'catalogues'];

/** The console beside the program, unless the operator names another folder, or none. */
const withConsole = `process.env.CONSOLE_FOLDER ??= new URL('console', import.meta.url).pathname;\n`;

/** Folders with the sources of the console. */
const consoleSources = ['console', 'libs/client/src'];

/** Folders that a service reads at run time in addition to the workspaces. */
const extraFolders: Partial<Record<keyof typeof entries, readonly string[]>> = { gateway: ['docs'] };

function assemble(service: keyof typeof entries, folder: string): void {
  const manifests = globSync(['{libs,services,tools,extensions}/*/package.json', 'console/package.json'], {
    cwd: source,
  });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(folder, file));
  for (const file of manifests) copyManifest(file, folder);
  install(service, folder);
  for (const path of developmentOrOptional(folder))
    rmSync(join(folder, path), { recursive: true, force: true });
  const needed = readdirSync(join(folder, 'node_modules/@svc')).map((name) =>
    relative(realpathSync(folder), realpathSync(join(folder, 'node_modules/@svc', name))),
  );
  for (const workspace of manifests.map(dirname))
    if (!needed.includes(workspace)) rmSync(join(folder, workspace), { recursive: true });
  const parts = needed.flatMap((workspace) => inWorkspace.map((part) => join(workspace, part)));
  for (const path of [...parts, ...(extraFolders[service] ?? [])])
    if (existsSync(join(source, path)))
      cpSync(join(source, path), join(folder, path), {
        recursive: true,
        filter: (file) => !onlyForTests.test(file),
      });
  if (service === 'gateway') bundleConsole(manifests, join(folder, 'console'));
  for (const file of ['package.json', 'package-lock.json']) rmSync(join(folder, file));
  writeFileSync(
    join(folder, 'main.mjs'),
    `${service === 'gateway' ? withConsole : ''}await import('./${entries[service]}');\n`,
  );
}

/** Installs the packages that a workspace needs in production. */
function install(workspace: string, folder: string): void {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const chosen = ['--omit=dev', '--ignore-scripts', '--no-bin-links', `--workspace=@svc/${workspace}`];
  execFileSync('npm', ['ci', ...chosen, ...quiet], { cwd: folder, stdio: ['ignore', 2, 2] });
}

/** Bundles the console in a folder of its own, because the image needs the bundle and not the bundler. */
function bundleConsole(manifests: readonly string[], target: string): void {
  const build = mkdtempSync(join(tmpdir(), 'console-'));
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(build, file));
  for (const file of manifests) copyManifest(file, build);
  install('console', build);
  for (const path of consoleSources) cpSync(join(source, path), join(build, path), { recursive: true });
  const script = join(build, 'console/bundle/write-bundle.ts');
  execFileSync(process.execPath, [script, target], { stdio: ['ignore', 2, 2] });
  rmSync(build, { recursive: true });
}

/** Copies the package.json of a workspace without development dependencies: npm would link workspaces among them, which it never omits. */
function copyManifest(file: string, folder: string): void {
  const { devDependencies: _omitted, ...manifest } = JSON.parse(
    readFileSync(join(source, file), 'utf8'),
  ) as Record<string, unknown>;
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), JSON.stringify(manifest));
}

/** Packages that are optional in production and needed in development: npm only omits them together with all optional packages. */
function developmentOrOptional(folder: string): string[] {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly devOptional?: boolean }>>;
  };
  const found = Object.entries(lock.packages).filter(([, { devOptional }]) => devOptional);
  return found.map(([path]) => path);
}

const [service, folder] = process.argv.slice(2);
if (!service || !Object.hasOwn(entries, service) || !folder || existsSync(folder)) {
  console.error(`Usage: node deploy/assemble.ts ${Object.keys(entries).join('|')} NEW-FOLDER`);
  process.exit(2);
}
assemble(service as keyof typeof entries, resolve(folder));
refuseSecrets(resolve(folder));
