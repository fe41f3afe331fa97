import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { extensionApiVersion, httpContractVersion } from '@svc/contracts';
import { allEndpoints } from '../endpoints/all-endpoints.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';

/** The contracts with their versions; texts that change nothing for others are no part of the fingerprints. */
export interface RecordedContract {
  readonly http: { readonly version: string; readonly endpoints: Readonly<Record<string, string>> };
  readonly extensions: { readonly version: string; readonly fingerprint: string };
}

const file = new URL('../endpoints/contract.json', import.meta.url);

/** What was recorded last. */
export function recordedContract(): RecordedContract {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedContract;
}

/** The contracts of this program. */
export function currentContract(): RecordedContract {
  const endpoints = allEndpoints.map(
    (endpoint) => [nameOf(endpoint), fingerprint(shapeOf(endpoint))] as const,
  );
  const declarations = readFileSync(
    new URL('../../../../libs/contracts/src/extension.ts', import.meta.url),
    'utf8',
  );
  const withoutComments = declarations
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/\s+/g, ' ');
  return {
    http: { version: httpContractVersion, endpoints: Object.fromEntries(endpoints) },
    extensions: { version: extensionApiVersion, fingerprint: fingerprint(withoutComments) },
  };
}

/** Whether a contract is another one under the version that it had. */
export function isUnversioned(
  before: RecordedContract,
  now: RecordedContract,
): { http: boolean; extensions: boolean } {
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  return {
    http: before.http.version === now.http.version && differs(before.http.endpoints, now.http.endpoints),
    extensions:
      before.extensions.version === now.extensions.version &&
      differs(before.extensions.fingerprint, now.extensions.fingerprint),
  };
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function shapeOf(endpoint: Endpoint): unknown {
  const { access, aliases = [] } = endpoint;
  if (!('operation' in endpoint)) return [access, aliases, endpoint.answer];
  const { name, kind, input, output, errors } = endpoint.operation;
  const schemas = [schemaOf(input, 'input'), schemaOf(output, 'output')];
  return [access, aliases, name, kind, schemas, errors.toSorted()];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'ref' });
}

function fingerprint(shape: unknown): string {
  return createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 12);
}

if (import.meta.main) {
  const now = currentContract();
  const { http, extensions } = isUnversioned(recordedContract(), now);
  const unversioned = [
    ...(http ? ['httpContractVersion'] : []),
    ...(extensions ? ['extensionApiVersion'] : []),
  ];
  if (unversioned.length === 0) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  else {
    console.error(
      `Raise ${unversioned.join(' and ')} in libs/contracts/src/versions.ts first (docs/versions.md).`,
    );
    process.exitCode = 1;
  }
}
