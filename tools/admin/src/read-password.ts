import { text } from 'node:stream/consumers';
import { AdminError } from './admin-error.ts';
import type { Terminal } from './terminal.ts';

/** The password an option gives: its value, or the first line of standard input for `-`. */
export async function readPassword(option: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<string> {
  if (option !== '-') return option;
  const [line = ''] = (await text(stdin)).split(/\r?\n/);
  if (line === '') throw new AdminError('Standard input has no password in its first line.');
  return line;
}
