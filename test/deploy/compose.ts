import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const folder = new URL('../../deploy/', import.meta.url);
const text = (file: string) => readFileSync(new URL(file, folder), 'utf8');

/** What the tests look at of a service in compose.yaml. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly args: { readonly SERVICE: string } };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly secrets?: readonly string[];
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}

/** The variables of .env.example; what an installation has to fill in is a word here. */
export function exampleVariables(): Record<string, string> {
  const lines = text('.env.example').matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', value]) => [name, value || `a secret of ${name}`.replaceAll(' ', '-')]),
  );
}

/** compose.yaml with its variables put in. @throws Error naming one that there is not. */
export function readCompose(variables: Readonly<Record<string, string>>): Compose {
  const filled = text('compose.yaml').replaceAll(/\$\$|\$\{(\w+):\?\}/g, (_all, name?: string) => {
    if (name === undefined) return '$';
    const value = variables[name];
    if (value === undefined) throw new Error(`compose.yaml names ${name}, which .env.example has not`);
    return value;
  });
  return parse(filled, { merge: true }) as Compose;
}
