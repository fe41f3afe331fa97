import { resolve } from 'node:path';
import type { Command } from 'commander';
import { identities } from '@svc/contracts';
import { createBusKeys, createKeyring, keyringFile } from '@svc/service-kit';
import { printLine, type Terminal } from '../terminal.ts';

/** `keys create`: what a deployment needs before its services can trust each other. */
export function addKeysCreate(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('make the key files of a deployment: one for each service, and one for this tool')
    .requiredOption('--dir <directory>', 'where they go; key files that are there stay as they are')
    .action(async (options: { dir: string }) => {
      const directory = resolve(options.dir);
      const files = identities.map((identity) => keyringFile(directory, identity)).join('\n');
      const outcomes = {
        made: `Made\n${files}`,
        updated: `${directory} had key files of an older form; they are up to date now, with the keys that they had.`,
        kept: `${directory} has key files; they stay as they are.`,
      };
      const outcome = await createKeyring(directory);
      createBusKeys(directory, identities);
      printLine(terminal, outcomes[outcome]);
    });
}
