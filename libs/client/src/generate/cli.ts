#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createClient, isServiceError, type Auth } from '../index.ts';
import { generateTypes } from './generate-types.ts';

const usage = `Usage: svc-client generate --url <address> [--out <file>] and one of
  --token <token>                              a token or an API key
  --username <name> --password-file <file>     a user, whose password is in the file

Writes the TypeScript types of the installation to the file, by default to the standard output.`;

/** The arguments are wrong: the message says how. */
class UsageError extends Error {}

const options = {
  url: { type: 'string' },
  token: { type: 'string' },
  username: { type: 'string' },
  'password-file': { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args);
  if (values.help) return console.log(usage);
  if (positionals.join() !== 'generate') throw new UsageError('The command must be generate.');
  if (values.url === undefined) throw new UsageError('--url is missing.');
  const client = createClient({ url: values.url, auth: authOf(values) });
  const types = generateTypes((await client.settings.get()).post_types);
  if (values.out === undefined) process.stdout.write(types);
  else writeFileSync(values.out, types);
}

function authOf({ token, username, 'password-file': passwordFile }: Values): Auth {
  if (token !== undefined) return { token };
  if (username === undefined || passwordFile === undefined)
    throw new UsageError('--token, or --username with --password-file, is missing.');
  return { username, password: readFileSync(passwordFile, 'utf8').replace(/\r?\n$/, '') };
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (isServiceError(error)) console.error(`${error.message} (${error.code})`);
  else console.error((error as Error).message);
  process.exitCode = 1;
}
