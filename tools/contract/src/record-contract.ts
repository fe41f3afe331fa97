import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { extensionApiVersion, httpContractVersion } from '@svc/contracts';
import {
  contractChanges,
  typeChanges,
  type ApiTypes,
  type ContractChange,
  type Endpoints,
} from './contract-changes.ts';
import { documentedEndpoints } from './documented-endpoints.ts';
import { extensionApi } from './extension-api.ts';

/** The contracts with their versions; texts that change nothing for others are no part of them. */
interface RecordedContract {
  readonly http: { readonly version: string; readonly endpoints: Endpoints };
  readonly extensions: { readonly version: string; readonly types: ApiTypes };
}

const file = new URL('../contract.json', import.meta.url);

/** The last recorded contracts. */
export function recordedContract(): RecordedContract {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedContract;
}

/** The contracts of this program. */
export function currentContract(): RecordedContract {
  return {
    http: { version: httpContractVersion, endpoints: documentedEndpoints() },
    extensions: { version: extensionApiVersion, types: extensionApi() },
  };
}

/**
 * Why `now` may not be recorded after `before`, a sentence each: a change needs a higher version, and one that takes away from clients a new
 * major one (docs/reference/versions.md).
 */
export function versionProblems(before: RecordedContract, now: RecordedContract): string[] {
  return [
    ...problemsOf(contractChanges(before.http.endpoints, now.http.endpoints), {
      name: 'httpContractVersion',
      before: before.http.version,
      now: now.http.version,
    }),
    ...problemsOf(typeChanges(before.extensions.types, now.extensions.types), {
      name: 'extensionApiVersion',
      before: before.extensions.version,
      now: now.extensions.version,
    }),
  ];
}

interface Versions {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

function problemsOf(changes: readonly ContractChange[], { name, before, now }: Versions): string[] {
  const told = ({ where, what }: ContractChange) => `${where}: ${what}`;
  if (changes.length > 0 && !isHigher(before, now))
    return [...changes.map(told), `The contract has changed: increase ${name}.`];
  const breaking = changes.filter(({ isBreaking }) => isBreaking);
  if (breaking.length === 0 || Number.parseInt(now) > Number.parseInt(before)) return [];
  return [...breaking.map(told), `This is a breaking change: ${name} needs a new major version.`];
}

function isHigher(before: string, now: string): boolean {
  return now.localeCompare(before, 'en', { numeric: true }) > 0;
}

/** One line for each endpoint and type, so that a difference shows which one it is of. */
function printed({ http, extensions }: RecordedContract): string {
  const lines = (each: object) =>
    Object.entries(each).map(([name, shape]) => `${JSON.stringify(name)}:${JSON.stringify(shape)}`);
  const inLines = (each: object) => `{\n${lines(each).join(',\n')}\n}`;
  return [
    `{"http":{"version":"${http.version}","endpoints":${inLines(http.endpoints)}},`,
    `"extensions":{"version":"${extensions.version}","types":${inLines(extensions.types)}}}\n`,
  ].join('\n');
}

if (import.meta.main) {
  const now = currentContract();
  const recorded = recordedContract();
  const problems = versionProblems(recorded, now);
  const isCheck = process.argv.includes('--check');
  if (isCheck && problems.length === 0 && !isDeepStrictEqual(recorded, now))
    problems.push('The contract has changed: record it with `npm run contract`.');
  if (problems.length === 0 && !isCheck) writeFileSync(file, printed(now));
  if (problems.length > 0) {
    console.error(
      `${problems.join('\n')}\nThe versions are in libs/contracts/src/versions.ts (docs/reference/versions.md).`,
    );
    process.exitCode = 1;
  }
}
