import { onOneVisibleLine } from '@svc/service-kit';

/** A table with one line for each row, whatever its cells contain. */
export function table(data: readonly (readonly string[])[]): string {
  const rows = data.map((row) => row.map(onOneVisibleLine));
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
