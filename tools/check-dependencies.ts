import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Permissive licences, which demand nothing of the program that uses a package. */
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

/** Development packages, which are not distributed with the service, with their permitted licences. */
const permittedForDevelopment: Readonly<Record<string, string>> = {
  // The client of existing installations, which tests run.
  '@disciple.tools/web-components': 'GPL-2.0-or-later',
  // Checks pages for accessibility.
  '@axe-core/playwright': 'MPL-2.0',
  'axe-core': 'MPL-2.0',
  // Reads options for a parser of YAML, which the checks of the contracts use.
  argparse: 'Python-2.0',
  // Data for Babel.
  'caniuse-lite': 'CC-BY-4.0',
};

/**
 * Unchanged shared libraries in packages of their own. Anybody can replace them by another build, which is all that the LGPL demands of
 * the program (docs/adr/0018-files.md).
 */
const permittedLibrary = { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' };

/** An exception ends on its day: then somebody has to judge it again, or remove the package. */
interface Exception {
  readonly reason: string;
  /** `YYYY-MM-DD` */
  readonly until: string;
}

export type Exceptions = Readonly<Record<string, Exception>>;

/** Advisories that do not affect the service, by their GHSA id. */
const acceptedAdvisories: Exceptions = {};

/** Packages with a licence that is permitted for them alone. */
const licenceExceptions: Exceptions = {
  '@disciple.tools/web-components': { reason: 'only tests run it', until: '2027-06-30' },
  argparse: { reason: 'only checks run it', until: '2027-06-30' },
  'caniuse-lite': { reason: 'data for development', until: '2027-06-30' },
  '@img/sharp-*': { reason: 'an unchanged shared library', until: '2027-06-30' },
};

/** The exceptions that have ended, one line for each. */
export function endedExceptions(
  now: Date,
  exceptions: Exceptions = { ...acceptedAdvisories, ...licenceExceptions },
): string[] {
  const today = now.toISOString().slice(0, 10);
  return Object.entries(exceptions)
    .filter(([, { until }]) => until < today)
    .map(
      ([of, { reason, until }]) => `The exception for ${of} (${reason}) ended on ${until}: judge it again`,
    );
}

/** The timeout of the registry; the next check asks it again. */
const auditMilliseconds = 15_000;

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function lockedPackages(dir: string): Record<string, LockedPackage> {
  const lock = readJson(join(dir, 'package-lock.json')) as { packages: Record<string, LockedPackage> };
  return lock.packages;
}

/** The package that is installed at this path of the lockfile; undefined for a workspace. */
export function packageName(path: string): string | undefined {
  return path.split('node_modules/').slice(1).at(-1);
}

/** Packages in a folder's lockfile whose licence is not permitted, one line for each. */
export function licenceProblems(dir: string): string[] {
  const packages = lockedPackages(dir);
  return Object.entries(packages).flatMap(([path, entry]) => {
    const name = packageName(path);
    if (name === undefined || entry.link) return [];
    const licence = entry.license ?? installedLicence(join(dir, path)) ?? licenceOfWhole(name, packages);
    if (isPermitted(licence, name) || (entry.dev && licence === permittedForDevelopment[name])) return [];
    return [
      `${name} ${entry.version} has ${licence ? `the licence ${licence}, which is not permitted` : 'no licence'}`,
    ];
  });
}

/** Whether a licence expression with at most one operator is permitted; nested expressions are not, so that people judge them. */
function isPermitted(licence = '', name = ''): boolean {
  const parts = licence.replace(/^\(([^()]*)\)$/, '$1');
  const isOfLibrary = (part: string) => part === permittedLibrary.licence && permittedLibrary.name.test(name);
  const some = parts.split(' OR ').some((part) => permitted.has(part));
  return some || parts.split(' AND ').every((part) => permitted.has(part) || isOfLibrary(part));
}

/** The licence in the package itself: the lockfile lacks licences that are declared in an older form. */
function installedLicence(folder: string): string | undefined {
  const { license, licenses = [] } = (readJson(join(folder, 'package.json')) ?? {}) as {
    license?: string;
    licenses?: readonly { readonly type: string }[];
  };
  return license ?? (licenses.map(({ type }) => type).join(' OR ') || undefined);
}

/** The licence of a part for another platform, which is not installed: that of the package which depends on it. */
function licenceOfWhole(name: string, packages: Record<string, LockedPackage>): string | undefined {
  return Object.values(packages).find(({ optionalDependencies = {} }) => name in optionalDependencies)
    ?.license;
}

/** Packages that workspaces require in different versions or without an exact version, one line for each. */
export function versionProblems(dir: string): string[] {
  const asked = Object.entries(lockedPackages(dir))
    .filter(([path]) => packageName(path) === undefined)
    .flatMap(([, { dependencies, devDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    );
  return [...Map.groupBy(asked, ([name]) => name)].flatMap(([name, entries]) => {
    const versions = [...new Set(entries.map(([, version]) => version))];
    const isOneExactly = versions.length === 1 && /^\d/.test(versions[0] ?? '');
    return isOneExactly ? [] : [`${name} must have one exact version, not ${versions.join(' and ')}`];
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

/** The registry's advisories about packages in a folder's lockfile, one line for each; undefined when it does not answer. */
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

/** Runs `npm audit`, which exits with an error both for advisories and without an answer of the registry. */
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
    ...endedExceptions(new Date()),
    ...advisories.flatMap((lines) => lines ?? []),
  ];
  if (advisories.includes(undefined))
    console.log('The npm registry does not answer: advisories were not checked.');
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
