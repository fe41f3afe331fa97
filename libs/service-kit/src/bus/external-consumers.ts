import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createBusKey, publicKeyOf } from './bus-keys.ts';

const externalConsumerSchema = z.object({
  name: z.string(),
  /** As `record.contacts.updated`. */
  events: z.array(z.string()).min(1),
  /** Public keys of nkeys, the newest first. A rotation keeps the previous one until it is revoked. */
  nkeys: z.array(z.string()).min(1),
});

/** A program outside this project that may consume some events: its name, which is also that of its durable consumer, and its keys. */
export type ExternalConsumer = z.infer<typeof externalConsumerSchema>;

/** The directory of the external consumers in the directory with the keys of a deployment. */
export function externalConsumersDirectory(keysDirectory: string): string {
  return join(keysDirectory, 'consumers');
}

/** The file with the seed of the newest nkey of an external consumer, which its program connects with. */
export function externalConsumerKeyFile(keysDirectory: string, name: string): string {
  return join(externalConsumersDirectory(keysDirectory), `${name}.nk`);
}

/** Returns the external consumers of a deployment in the order of their names. @throws Error naming a file that is not valid. */
export function readExternalConsumers(keysDirectory: string): ExternalConsumer[] {
  const directory = externalConsumersDirectory(keysDirectory);
  return filesIn(directory)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => readDeclaration(join(directory, file)));
}

/** Declares an external consumer and creates its nkey; of an existing one it changes the events and keeps the keys. */
export function declareExternalConsumer(
  keysDirectory: string,
  { name, events }: Pick<ExternalConsumer, 'name' | 'events'>,
): 'created' | 'changed' {
  const existing = find(keysDirectory, name);
  const nkeys = existing?.nkeys ?? [writeKey(keysDirectory, name)];
  writeDeclaration(keysDirectory, { name, events, nkeys });
  return existing ? 'changed' : 'created';
}

/** Gives an external consumer a new nkey. Of the older ones the newest stays valid, or none with `revoke`. Returns false for an unknown name. */
export function rotateExternalConsumer(
  keysDirectory: string,
  name: string,
  { revoke }: { readonly revoke: boolean },
): boolean {
  const existing = find(keysDirectory, name);
  if (!existing) return false;
  const older = revoke ? [] : existing.nkeys.slice(0, 1);
  writeDeclaration(keysDirectory, { ...existing, nkeys: [writeKey(keysDirectory, name), ...older] });
  return true;
}

/** Removes the declaration and the key of an external consumer. Returns false for an unknown name. */
export function removeExternalConsumer(keysDirectory: string, name: string): boolean {
  if (!find(keysDirectory, name)) return false;
  rmSync(declarationFile(keysDirectory, name));
  rmSync(externalConsumerKeyFile(keysDirectory, name), { force: true });
  return true;
}

const declarationFile = (keysDirectory: string, name: string) =>
  join(externalConsumersDirectory(keysDirectory), `${name}.json`);

function find(keysDirectory: string, name: string): ExternalConsumer | undefined {
  return readExternalConsumers(keysDirectory).find((consumer) => consumer.name === name);
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readDeclaration(file: string): ExternalConsumer {
  try {
    return externalConsumerSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(
      `${file} does not declare an external consumer; remove it and create the consumer again`,
      {
        cause,
      },
    );
  }
}

/** Replaces the file atomically, because the local NATS reads it when it changes. */
function writeDeclaration(keysDirectory: string, consumer: ExternalConsumer): void {
  const file = declarationFile(keysDirectory, consumer.name);
  writeFileSync(`${file}.next`, `${JSON.stringify(consumer, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.next`, file);
}

/** Writes a new seed and returns its public key. */
function writeKey(keysDirectory: string, name: string): string {
  mkdirSync(externalConsumersDirectory(keysDirectory), { recursive: true, mode: 0o700 });
  const seed = createBusKey();
  writeFileSync(externalConsumerKeyFile(keysDirectory, name), seed, { mode: 0o600 });
  return publicKeyOf(seed);
}
