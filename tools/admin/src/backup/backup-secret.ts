import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AdminError } from '../admin-error.ts';
import type { AdminConfig } from '../config.ts';
import type { Terminal } from '../terminal.ts';
import type { Secret } from './seal.ts';

/** Options that name the secret of a backup. It is never an argument itself: other users of the machine can read arguments. */
export interface SecretOptions {
  readonly keyFile?: string;
}

const minPassphraseLength = 12;
const minKeyLength = 32;

export const keyFileOption: [flags: string, description: string] = [
  '--key-file <file>',
  'file of at least 32 random bytes, used instead of a passphrase; create it with `openssl rand -out FILE 32`',
];

/**
 * Reads the secret: the key file of the options, else the passphrase of BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, else one typed at the
 * terminal; for a new backup it is typed twice.
 * @throws AdminError when the secret is missing or too short.
 */
export async function readSecret(
  { keyFile }: SecretOptions,
  { config, terminal, isNew }: { config: AdminConfig; terminal: Terminal; isNew: boolean },
): Promise<Secret> {
  if (keyFile !== undefined) {
    const bytes = await readGiven(keyFile);
    if (bytes.length < minKeyLength)
      throw new AdminError(`${keyFile} is too short: a key file must have at least ${minKeyLength} bytes.`);
    return { kind: 'key file', bytes };
  }
  const passphrase = await passphraseOf(config, terminal, isNew);
  if (passphrase.length < minPassphraseLength)
    throw new AdminError(
      `The passphrase is too short: it must have at least ${minPassphraseLength} characters.`,
    );
  return { kind: 'passphrase', bytes: Buffer.from(passphrase.normalize('NFC')) };
}

/** Reads a file that the user has named. @throws AdminError when it cannot be read. */
export async function readGiven(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new AdminError(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  });
}

async function passphraseOf(config: AdminConfig, terminal: Terminal, isNew: boolean): Promise<string> {
  const { BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: file } = config;
  if (given !== undefined) return given;
  if (file !== undefined) return (await readGiven(file)).toString('utf8').split(/\r?\n/)[0] ?? '';
  if (!('isTTY' in terminal.stdin && terminal.stdin.isTTY === true))
    throw new AdminError(
      'The passphrase is missing, and there is no terminal to type it: set BACKUP_PASSPHRASE_FILE or use --key-file.',
    );
  const typed = await ask(terminal, 'Passphrase: ');
  if (isNew && (await ask(terminal, 'Repeat passphrase: ')) !== typed)
    throw new AdminError('The two passphrases differ.');
  return typed;
}

/** Asks at the terminal without echoing the answer. */
async function ask({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
