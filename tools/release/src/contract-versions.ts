import { git } from './git.ts';
import type { ContractVersions } from './next-version.ts';

const file = 'libs/contracts/src/versions.ts';

/** The versions of the contracts that a commit declares. */
export function contractVersionsAt(root: string, commit: string): ContractVersions {
  const source = git(root, 'show', `${commit}:${file}`);
  return {
    http: declared(source, 'httpContractVersion'),
    extensions: declared(source, 'extensionApiVersion'),
  };
}

function declared(source: string, name: string): string {
  const version = new RegExp(`${name} = '(\\d+\\.\\d+\\.\\d+)'`).exec(source)?.[1];
  if (version === undefined) throw new Error(`${file} does not declare ${name} as a version like '1.0.0'.`);
  return version;
}
