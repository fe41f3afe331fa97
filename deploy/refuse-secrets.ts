import { globSync } from 'node:fs';

/** Files that the commands of docs/operations create beside the sources: keys, seeds, passwords, backups. */
const patterns = [
  '**/keys/**',
  '**/*.nk',
  '**/*.key',
  '**/*.pem',
  '**/.env',
  '**/settings.env',
  '**/compose.override.yaml',
  '**/*.backup',
  '**/authorization.conf',
];

/** @throws Error naming the files of a folder that must not be part of an image; packages of npm are not looked at. */
export function refuseSecrets(folder: string): void {
  const isPackage = (path: string) => /(^|\/)node_modules$/.test(path);
  const found = globSync(patterns, { cwd: folder, exclude: isPackage });
  if (found.length > 0)
    throw new Error(
      `These files must not be part of an image; move them out of the repository: ${found.sort().join(', ')}`,
    );
}
