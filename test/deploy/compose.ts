import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const folder = new URL('../../deploy/', import.meta.url);
const text = (file: string) => readFileSync(new URL(file, folder), 'utf8');

export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly args: { readonly SERVICE: string } };
  readonly command?: readonly string[];
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly secrets?: readonly string[];
  readonly mem_limit?: string;
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}

/** The variables of .env.example, with a word for each empty one. */
export function exampleVariables(): Record<string, string> {
  const lines = text('.env.example').matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', value]) => [name, value || `a secret of ${name}`.replaceAll(' ', '-')]),
  );
}

/** Reads compose.yaml and fills in its variables. @throws Error that names a missing one. */
export function readCompose(variables: Readonly<Record<string, string>>): Compose {
  const filled = text('compose.yaml').replaceAll(/\$\$|\$\{(\w+):\?\}/g, (_all, name?: string) => {
    if (name === undefined) return '$';
    const value = variables[name];
    if (value === undefined) throw new Error(`compose.yaml names ${name}, which .env.example has not`);
    return value;
  });
  return parse(filled, { merge: true }) as Compose;
}
