import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { allOperations, type Operation } from '@svc/contracts';

/** The operation of each endpoint that has one, by the endpoint as `npm run endpoints` prints it, without the API root. */
export function operationsOfEndpoints(): ReadonlyMap<string, Operation> {
  const byName = new Map<string, Operation>(allOperations.map((operation) => [operation.name, operation]));
  const rows = printEndpoints().flatMap(([method = '', path = '', name = '']) => {
    const operation = byName.get(name);
    return operation ? [[`${method} ${path.replace('/wp-json/', '')}`, operation] as const] : [];
  });
  return new Map(rows);
}

/** The lines of `npm run endpoints`, in columns. */
export function printEndpoints(): string[][] {
  const root = join(import.meta.dirname, '../../..');
  const printed = execFileSync(process.execPath, [join(root, 'services/gateway/src/print-endpoints.ts')], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = printed.trim().split('\n').slice(1);
  return lines.map((line) => line.split(/\s+/));
}
