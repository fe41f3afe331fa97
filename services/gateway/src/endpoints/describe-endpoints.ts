import type { Endpoint } from './endpoint.ts';

interface PathStyle {
  readonly apiRoot: string;
  /** Stands for all served prefixes. */
  readonly prefix: string;
}

const columns = ['METHOD', 'PATH', 'OPERATION', 'ACCESS'];

/** All endpoints as a table of text: one line for each method and path. */
export function describeEndpoints(endpoints: readonly Endpoint[], style: PathStyle): string {
  const rows = [columns, ...endpoints.flatMap((endpoint) => rowsOf(endpoint, style))];
  const widths = columns.map((_column, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rowsOf(endpoint: Endpoint, { apiRoot, prefix }: PathStyle): string[][] {
  const operation = 'operation' in endpoint ? endpoint.operation.name : `gateway ${endpoint.answer}`;
  return [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => [
    endpoint.method,
    apiRoot + path.replaceAll('{ns}', prefix),
    operation,
    endpoint.access,
  ]);
}
