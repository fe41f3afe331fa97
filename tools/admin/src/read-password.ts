import { text } from 'node:stream/consumers';
import { AdminError } from './admin-error.ts';
import type { Terminal } from './terminal.ts';

/** The password or other secret of an option: its value, or for `-` the first line of standard input. */
export async function readPassword(
  option: string,
  { stdin }: Pick<Terminal, 'stdin'>,
  what = 'password',
): Promise<string> {
  if (option !== '-') return option;
  const [line = ''] = (await text(stdin)).split(/\r?\n/);
  if (line === '') throw new AdminError(`Standard input has no ${what} in its first line.`);
  return line;
}
