import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { identities, type Identity } from '@svc/contracts';
import {
  busKeyFile,
  createBusKey,
  keyringFile,
  parseJson,
  publicKeyOf,
  rotateKeyring,
} from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';

const nkeysSchema = z.record(z.enum(identities), z.string());

const stateSchema = z.object({
  /** When the new keys begin, in Unix milliseconds. */
  startsAt: z.int(),
  /** The number of completed steps. */
  done: z.int(),
  /** The services whose restart with the new credentials has begun, and those that run with them. */
  restarting: z.array(z.string()),
  restarted: z.array(z.string()),
  isRollback: z.boolean(),
  oldNkeys: nkeysSchema,
  newNkeys: nkeysSchema,
});

/** A rotation under way, as stored beside the keys. */
export type RotationState = z.infer<typeof stateSchema>;

const folderIn = (directory: string) => join(directory, 'rotation');
const stateFile = (directory: string) => join(folderIn(directory), 'state.json');
const oldIn = (directory: string) => join(folderIn(directory), 'old');

/** The files with the keys of a process. */
const filesOf = (directory: string, identity: Identity) => [
  keyringFile(directory, identity),
  busKeyFile(directory, identity),
];

/** The rotation under way in a directory of keys; undefined when there is none. */
export async function readRotation(directory: string): Promise<RotationState | undefined> {
  if (!existsSync(stateFile(directory))) return undefined;
  const state = stateSchema.safeParse(parseJson(await readFile(stateFile(directory), 'utf8')));
  if (state.success) return state.data;
  throw new AdminError(`${stateFile(directory)} is not the state of a rotation.`);
}

/** Keeps the old files, and writes new keys. Nothing uses them yet. @throws AdminError when key files are missing. */
export async function beginRotation(
  directory: string,
  { rotated, startsAt }: { rotated: readonly Identity[]; startsAt: number },
): Promise<RotationState> {
  await keepOldFiles(directory);
  const oldNkeys = await nkeysIn(directory);
  for (const identity of rotated) await replace(busKeyFile(directory, identity), createBusKey());
  await rotateKeyring(directory, { rotated, startsAt });
  const state = {
    startsAt,
    done: 0,
    restarting: [],
    restarted: [],
    isRollback: false,
    oldNkeys,
    newNkeys: await nkeysIn(directory),
  };
  await writeRotation(directory, state);
  return state;
}

/** A beginning that was interrupted has left old files without a state: they are put back first. */
async function keepOldFiles(directory: string): Promise<void> {
  const old = oldIn(directory);
  if (existsSync(old)) await restoreOldFiles(directory);
  const next = `${old}.next`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true, mode: 0o700 });
  for (const file of identities.flatMap((identity) => filesOf(directory, identity)))
    await cp(file, join(next, basename(file))).catch((cause: unknown) => {
      const advice = 'Create them with `npm run -s admin -- keys create --dir DIRECTORY`.';
      throw new AdminError(`${directory} lacks key files of the deployment. ${advice}`, { cause });
    });
  await rm(old, { recursive: true, force: true });
  await rename(next, old);
}

export async function restoreOldFiles(directory: string): Promise<void> {
  for (const file of identities.flatMap((identity) => filesOf(directory, identity)))
    await replace(file, await readFile(join(oldIn(directory), basename(file)), 'utf8'));
}

export async function writeRotation(directory: string, state: RotationState): Promise<void> {
  await replace(stateFile(directory), JSON.stringify(state, null, 2));
}

/** Ends a rotation: its old files are deleted. */
export async function endRotation(directory: string): Promise<void> {
  await rm(folderIn(directory), { recursive: true, force: true });
}

async function nkeysIn(directory: string): Promise<Record<Identity, string>> {
  const keys = identities.map(async (identity) => {
    const seed = await readFile(busKeyFile(directory, identity), 'utf8');
    return [identity, publicKeyOf(seed)] as const;
  });
  return Object.fromEntries(await Promise.all(keys)) as Record<Identity, string>;
}

async function replace(file: string, content: string): Promise<void> {
  await writeFile(`${file}.next`, content, { mode: 0o600 });
  await rename(`${file}.next`, file);
}
