import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { extensionApiVersion, httpContractVersion } from '@svc/contracts';
import { allEndpoints } from '../endpoints/all-endpoints.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import {
  contractChanges,
  type ContractChange,
  type Endpoints,
  type EndpointShape,
  type Schema,
} from './contract-changes.ts';

/** The contracts with their versions; texts that change nothing for others are no part of them. */
export interface RecordedContract {
  readonly http: { readonly version: string; readonly endpoints: Endpoints };
  readonly extensions: { readonly version: string; readonly fingerprint: string };
}

const file = new URL('../endpoints/contract.json', import.meta.url);

/** What was recorded last. */
export function recordedContract(): RecordedContract {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedContract;
}

/** The contracts of this program. */
export function currentContract(): RecordedContract {
  const endpoints = allEndpoints.map((endpoint) => [nameOf(endpoint), shapeOf(endpoint)] as const);
  const declarations = readFileSync(
    new URL('../../../../libs/contracts/src/extension.ts', import.meta.url),
    'utf8',
  );
  const withoutComments = declarations
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/\s+/g, ' ');
  return {
    http: { version: httpContractVersion, endpoints: Object.fromEntries(endpoints) },
    extensions: {
      version: extensionApiVersion,
      fingerprint: createHash('sha256').update(withoutComments).digest('hex').slice(0, 12),
    },
  };
}

/**
 * Why `now` may not be recorded after `before`, a sentence each: a change needs a higher version, and one that takes away from clients a new
 * major one (docs/versions.md).
 */
export function versionProblems(before: RecordedContract, now: RecordedContract): string[] {
  const isSame = before.extensions.fingerprint === now.extensions.fingerprint;
  return [
    ...httpProblems(
      before.http.version,
      now.http.version,
      contractChanges(before.http.endpoints, now.http.endpoints),
    ),
    ...(isSame || isHigher(before.extensions.version, now.extensions.version)
      ? []
      : ['The extension API has changed: raise extensionApiVersion.']),
  ];
}

function httpProblems(before: string, now: string, changes: readonly ContractChange[]): string[] {
  const told = ({ where, what }: ContractChange) => `${where}: ${what}`;
  if (changes.length > 0 && !isHigher(before, now))
    return [...changes.map(told), 'The HTTP contract has changed: raise httpContractVersion.'];
  const breaking = changes.filter(({ isBreaking }) => isBreaking);
  if (breaking.length === 0 || Number.parseInt(now) > Number.parseInt(before)) return [];
  return [
    ...breaking.map(told),
    'That takes away from clients: httpContractVersion needs a new major version.',
  ];
}

function isHigher(before: string, now: string): boolean {
  return now.localeCompare(before, 'en', { numeric: true }) > 0;
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function shapeOf(endpoint: Endpoint): EndpointShape {
  const { access, aliases = [] } = endpoint;
  if (!('operation' in endpoint))
    return { access, aliases, input: {}, output: { const: endpoint.answer }, errors: [] };
  const { input, output, errors } = endpoint.operation;
  return {
    access,
    aliases,
    input: schemaOf(input, 'input'),
    output: schemaOf(output, 'output'),
    errors: errors.toSorted(),
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return shape;
}

/** One line for each endpoint, so that a difference shows which one it is of. */
function printed({ http, extensions }: RecordedContract): string {
  const lines = Object.entries(http.endpoints).map(([name, shape]) => `"${name}":${JSON.stringify(shape)}`);
  const endpoints = `{"version":"${http.version}","endpoints":{\n${lines.join(',\n')}\n}}`;
  return `{"http":${endpoints},\n"extensions":${JSON.stringify(extensions)}}\n`;
}

if (import.meta.main) {
  const now = currentContract();
  const problems = versionProblems(recordedContract(), now);
  if (problems.length === 0) writeFileSync(file, printed(now));
  else {
    console.error(
      `${problems.join('\n')}\nThe versions are in libs/contracts/src/versions.ts (docs/versions.md).`,
    );
    process.exitCode = 1;
  }
}
