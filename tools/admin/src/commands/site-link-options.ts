import { InvalidArgumentError } from 'commander';
import { readPassword } from '../read-password.ts';
import type { Terminal } from '../terminal.ts';

/** Takes a token that the other site has made. */
export const siteLinkTokenOption: [flags: string, description: string] = [
  '--token <token>',
  'the token of the other site, - reads a line from standard input; a new one is made without it',
];

/** Names a link that exists. */
export const siteLinkArgument: [name: string, description: string, parse: (text: string) => number] = [
  '<id>',
  'the id of the link, as `site-link list` shows it',
  readId,
];

/** The token that the option gives, if it is there. */
export async function readToken(
  option: string | undefined,
  terminal: Pick<Terminal, 'stdin'>,
): Promise<string | undefined> {
  return option === undefined ? undefined : readPassword(option, terminal, 'token');
}

/** How a new token is told. */
export function shownToken({ token }: { readonly token?: string | undefined }): string {
  return `Its token, shown this once: ${token ?? '-'}`;
}

function readId(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number.');
}
