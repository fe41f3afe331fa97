import type { Change } from './changes.ts';
import { git } from './git.ts';

export type ContractVersions = ReturnType<typeof contractVersionsAt>;

const declaringFile = 'libs/contracts/src/versions.ts';

export function contractVersionsAt(root: string, commit: string) {
  const source = git(root, 'show', `${commit}:${declaringFile}`);
  return {
    http: declared(source, 'httpContractVersion'),
    extensions: declared(source, 'extensionApiVersion'),
  };
}

export interface Released {
  readonly version: string;
  readonly contracts: ContractVersions;
}

/**
 * The version after `released` by the rules of docs/reference/versions.md: major with a new major version of a contract, patch with fixes only, else
 * minor. Undefined without a change for installations.
 */
export function nextVersion(
  released: Released,
  contracts: ContractVersions,
  changes: readonly Change[],
): string | undefined {
  const [major = 0, minor = 0, patch = 0] = numbersOf(released.version);
  if (isNewMajor(released.contracts, contracts)) return `${major + 1}.0.0`;
  const kinds = new Set(changes.map(({ kind }) => kind).filter((kind) => kind !== 'inner'));
  if (kinds.size === 0) return undefined;
  const isFixesOnly = kinds.size === 1 && kinds.has('fixed');
  return isFixesOnly ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
}

function declared(source: string, name: string): string {
  const version = new RegExp(`${name} = '(\\d+\\.\\d+\\.\\d+)'`).exec(source)?.[1];
  if (version === undefined)
    throw new Error(`${declaringFile} does not declare ${name} as a version such as '1.0.0'.`);
  return version;
}

function isNewMajor(before: ContractVersions, now: ContractVersions): boolean {
  return (['http', 'extensions'] as const).some(
    (name) => numbersOf(now[name])[0] !== numbersOf(before[name])[0],
  );
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
