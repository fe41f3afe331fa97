import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extensionApiVersion, type Extension } from '@svc/contracts';
import { messageOf } from '../text/message-of.ts';
import { checkForm } from './check-form.ts';
import { checkGrants } from './check-grants.ts';
import type { DeclarationMistakes } from './declaration-mistakes.ts';
import { runExtension, type ExtensionWork } from './extension-work.ts';

/**
 * Loads the extensions that EXTENSIONS names: paths (relative ones from the working directory) or packages, each with an extension as its
 * default export. Their imports of `@svc/contracts` are resolved by `resolveContractsHere`. Wrong declarations are added to `mistakes`, so
 * that the service can report its own checks together with them.
 * @throws Error listing all mistakes, when an extension cannot be loaded, needs another version of the extension API, or lacks parts that
 * further checks need.
 */
export async function loadExtensions(
  names: readonly string[],
  mistakes: DeclarationMistakes,
): Promise<Extension[]> {
  const loaded = await Promise.all(names.map((name) => loadExtension(name, mistakes)));
  const extensions = loaded.filter((extension) => extension !== undefined);
  if (extensions.length < loaded.length) mistakes.throwIfAny();
  checkGrants(extensions, mistakes);
  return extensions;
}

async function loadExtension(name: string, mistakes: DeclarationMistakes): Promise<Extension | undefined> {
  const work: ExtensionWork = { extension: name, hook: 'import' };
  let declared: unknown;
  try {
    ({ default: declared } = await runExtension(work, () => importByName(name)));
  } catch (error) {
    mistakes.add(name, '', `failed to load: ${messageOf(error)}`);
    return undefined;
  }
  const { name: own, requires } = (declared ?? {}) as { name?: unknown; requires?: unknown };
  const label = typeof own === 'string' && own !== '' ? own : name;
  work.extension = label;
  // Checked first, because another version of the API has other declarations.
  const versionProblem = typeof requires === 'string' ? problemOfVersion(requires) : undefined;
  if (versionProblem === undefined) return checkForm(declared, label, mistakes);
  mistakes.add(label, 'requires', versionProblem);
  return undefined;
}

function problemOfVersion(requires: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = requires.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0, ownPatch = 0] = extensionApiVersion.split('.').map(Number);
  if (major === ownMajor && (minor < ownMinor || (minor === ownMinor && patch <= ownPatch))) return undefined;
  if (Number.isNaN(major + minor + patch)) return undefined;
  const whatToDo =
    major < ownMajor
      ? 'use a version of the extension for this API'
      : 'update the service, or use an older version of the extension';
  return `needs version ${requires} of the extension API, but this service has ${extensionApiVersion}; ${whatToDo}`;
}

function importByName(name: string): Promise<{ default?: unknown }> {
  const isPath = name.startsWith('.') || name.startsWith('/');
  return import(isPath ? pathToFileURL(resolve(name)).href : name) as Promise<{ default?: unknown }>;
}
