import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that let anybody use, change and pass on a package, and ask nothing of the program around it. */
const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Packages for development that nobody gets with the service, with the licence they may have. */
const permittedForDevelopment: Readonly<Record<string, string>> = {
  // The client of existing installations, which tests drive.
  '@disciple.tools/web-components': 'GPL-2.0-or-later',
  // A table that babel reads.
  'caniuse-lite': 'CC-BY-4.0',
};

/**
 * Shared libraries that are loaded as they are, each a package of its own that anybody can put another build in the place of: that is all
 * the LGPL asks of the program beside them (docs/adr/0018-files.md).
 */
const permittedLibrary = { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' };

/** Advisories that are known not to concern the service, by their GHSA id, each with the reason. */
const acceptedAdvisories: Readonly<Record<string, string>> = {};

/** A registry that takes longer is asked again with the next check. */
const auditMilliseconds = 15_000;

/** A package that is installed, or a workspace. */
interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages of a folder's lockfile whose licence is not permitted, a line for each. */
export function licenceProblems(dir: string): string[] {
  const { packages } = readJson(join(dir, 'package-lock.json')) as {
    packages: Record<string, LockedPackage>;
  };
  const locked = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  return locked.flatMap(([path, entry]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = entry.license ?? installedLicence(join(dir, path)) ?? licenceOfWhole(name, packages);
    if (isPermitted(licence, name) || (entry.dev && licence === permittedForDevelopment[name])) return [];
    return [
      `${name} ${entry.version} has ${licence ? `the licence ${licence}, which is not permitted` : 'no licence'}`,
    ];
  });
}

/** An expression of one operator; a nested one is for people to judge. */
function isPermitted(licence = '', name = ''): boolean {
  const parts = licence.replace(/^\(([^()]*)\)$/, '$1');
  const isOfLibrary = (part: string) => part === permittedLibrary.licence && permittedLibrary.name.test(name);
  const some = parts.split(' OR ').some((part) => permitted.has(part));
  return some || parts.split(' AND ').every((part) => permitted.has(part) || isOfLibrary(part));
}

/** The lockfile does not have the licence of packages that name it in an older form. */
function installedLicence(folder: string): string | undefined {
  const { license, licenses = [] } = (readJson(join(folder, 'package.json')) ?? {}) as {
    license?: string;
    licenses?: readonly { readonly type: string }[];
  };
  return license ?? (licenses.map(({ type }) => type).join(' OR ') || undefined);
}

/** Of a part for other machines, which is not installed: that of the package it is a part of. */
function licenceOfWhole(name: string, packages: Record<string, LockedPackage>): string | undefined {
  return Object.values(packages).find(({ optionalDependencies = {} }) => name in optionalDependencies)
    ?.license;
}

/** The packages that workspaces ask for in different versions, or not in one exactly, a line for each. */
export function versionProblems(dir: string): string[] {
  const { packages } = readJson(join(dir, 'package-lock.json')) as {
    packages: Record<string, LockedPackage>;
  };
  const asked = Object.entries(packages)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([, { dependencies, devDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    );
  return [...Map.groupBy(asked, ([name]) => name)].flatMap(([name, entries]) => {
    const versions = [...new Set(entries.map(([, version]) => version))];
    const isOneExactly = versions.length === 1 && /^\d/.test(versions[0] ?? '');
    return isOneExactly
      ? []
      : [`${name} is asked for in one exact version, not in ${versions.join(' and ')}`];
  });
}

interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}

interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly severity: string;
  readonly url: string;
  readonly range: string;
}

/**
 * The advisories that the registry knows of the packages in a folder's lockfile, a line for each; undefined when it does not answer
 * that question.
 */
export async function advisoryProblems(dir: string, registry?: string): Promise<string[] | undefined> {
  const { vulnerabilities } = await audit(dir, registry);
  if (!vulnerabilities) return undefined;
  const advisories = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((cause) => typeof cause === 'object'),
  );
  const lines = advisories
    .filter(({ url }) => !Object.hasOwn(acceptedAdvisories, url.slice(url.lastIndexOf('/') + 1)))
    .map(({ name, title, severity, url, range }) => `${name} ${range}: ${title} (${severity}), ${url}`);
  return [...new Set(lines)];
}

/** What npm says; it ends with an error both when there are advisories and when it learned nothing. */
function audit(dir: string, registry?: string): Promise<Audit> {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0'];
  const where = registry === undefined ? [] : [`--registry=${registry}`];
  return new Promise((resolve) => {
    execFile('npm', [...args, ...where], { cwd: dir, timeout: auditMilliseconds }, (_error, stdout) =>
      resolve(parseJson(stdout) ?? {}),
    );
  });
}

function readJson(file: string): unknown {
  return existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const dirs = [root, join(root, 'tools/local-stack/binaries')];
  const advisories = await Promise.all(dirs.map((dir) => advisoryProblems(dir)));
  const problems = [
    ...dirs.flatMap(licenceProblems),
    ...dirs.flatMap(versionProblems),
    ...advisories.flatMap((lines) => lines ?? []),
  ];
  if (advisories.includes(undefined)) console.log('The npm registry does not say what advisories there are.');
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
