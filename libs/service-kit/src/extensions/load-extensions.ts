import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { spokenLanguages } from '@svc/language';
import {
  extensionApiVersion,
  fieldDefinitionSchema,
  listFiltersDeclarationSchema,
  postTypeDeclarationSchema,
  tileSchema,
  type Extension,
} from '@svc/contracts';
import { messageOf } from '../text/message-of.ts';

/** The languages of translations: those with a catalogue, including English, whose catalogue holds singular forms. */
const languageKeys = spokenLanguages.map(({ key }) => key);

const permissions = z.record(z.string(), z.boolean());

const extensionSchema = z.looseObject({
  name: z.string().min(1),
  version: z.string(),
  requires: z
    .string()
    .regex(/^\d+\.\d+(\.\d+)?$/, { error: 'must be a version of the extension API such as 1.0 or 1.0.0' })
    .optional(),
  pluginUrl: z.string().optional(),
  modules: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, {
        error: 'a module key must consist of a-z, 0-9, "_" and "-", and begin with a letter',
      }),
      z.object({
        label: z.string(),
        description: z.string().optional(),
        required: z.boolean().optional(),
      }),
    )
    .optional(),
  postTypes: z.record(z.string(), postTypeDeclarationSchema).optional(),
  fields: z.record(z.string(), z.record(z.string(), fieldDefinitionSchema)).optional(),
  tiles: z.record(z.string(), z.record(z.string(), tileSchema)).optional(),
  listFilters: z.record(z.string(), listFiltersDeclarationSchema).optional(),
  roles: z
    .record(
      z.string(),
      z.object({ label: z.string().optional(), description: z.string().optional(), permissions }),
    )
    .optional(),
  translations: z.partialRecord(z.enum(languageKeys), z.record(z.string(), z.string())).optional(),
  setup: z
    .custom<Extension['setup']>((value) => value === undefined || typeof value === 'function')
    .optional(),
});

/**
 * Loads the extensions that EXTENSIONS names: paths (relative ones from the working directory) or packages, each with an extension as its
 * default export. Their imports of `@svc/contracts` are resolved by `resolveContractsHere`.
 * @throws Error naming the extension when it cannot be loaded, needs another version of the extension API, or has wrong declarations.
 */
export function loadExtensions(names: readonly string[]): Promise<Extension[]> {
  return Promise.all(names.map(loadExtension));
}

async function loadExtension(name: string): Promise<Extension> {
  const loaded = await importByName(name).catch((cause: unknown) => {
    throw new Error(`EXTENSIONS: ${name} failed to load: ${messageOf(cause)}`, { cause });
  });
  requireVersion(name, loaded.default);
  const parsed = extensionSchema.safeParse(loaded.default);
  if (parsed.success) return loaded.default as Extension;
  const problems = parsed.error.issues.map(
    (issue) => `  ${issue.path.join('.') || 'default export'}: ${issue.message}`,
  );
  throw new Error(`EXTENSIONS: ${name} has an invalid declaration:\n${problems.join('\n')}`);
}

/** Checked first, because another version of the API has other declarations. */
function requireVersion(name: string, extension: unknown): void {
  const { requires } = (extension ?? {}) as { requires?: unknown };
  if (typeof requires !== 'string') return;
  const [major = 0, minor = 0, patch = 0] = requires.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0, ownPatch = 0] = extensionApiVersion.split('.').map(Number);
  if (major === ownMajor && (minor < ownMinor || (minor === ownMinor && patch <= ownPatch))) return;
  if (Number.isNaN(major + minor + patch)) return;
  const whatToDo =
    major < ownMajor
      ? 'use a version of the extension for this API'
      : 'update the service, or use an older version of the extension';
  throw new Error(
    `EXTENSIONS: ${name} requires version ${requires} of the extension API, but this service has ${extensionApiVersion}; ${whatToDo}`,
  );
}

function importByName(name: string): Promise<{ default?: unknown }> {
  const isPath = name.startsWith('.') || name.startsWith('/');
  return import(isPath ? pathToFileURL(resolve(name)).href : name) as Promise<{ default?: unknown }>;
}
