import { AdminError } from '../admin-error.ts';
import { csvRows } from '../csv-import/csv-rows.ts';

/**
 * The hashes of passwords by the ids of their users at the source, from the CSV file that `wp user list --fields=ID,user_pass --format=csv`
 * prints there; other columns are ignored.
 * @throws AdminError when the file cannot be read, or lacks a column.
 */
export async function readPasswords(file: string | undefined): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  if (file === undefined) return hashes;
  let columns: { readonly id: number; readonly hash: number } | undefined;
  for await (const { line, cells } of csvRows(file, ',')) {
    if (!columns) {
      columns = { id: cells.indexOf('ID'), hash: cells.indexOf('user_pass') };
      if (columns.id >= 0 && columns.hash >= 0) continue;
      throw new AdminError(
        `${file} must have the columns ID and user_pass in its first line, as in the output of: wp user list --fields=ID,user_pass --format=csv`,
      );
    }
    const id = Number(cells[columns.id]);
    if (!Number.isSafeInteger(id) || id < 1)
      throw new AdminError(`${file}, line ${line}: ID must be the id of a user.`);
    hashes.set(id, cells[columns.hash] ?? '');
  }
  return hashes;
}
