import { dirname, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { identities, type Identity } from '@svc/contracts';
import { rotateKeyring } from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig } from '../config.ts';
import { findDeployment } from '../find-deployment.ts';
import { printLine, type Terminal } from '../terminal.ts';

interface Options {
  readonly dir?: string;
  readonly identity?: Identity;
  readonly in: number;
}

/** `keys rotate-bus`: the services go on with the keys that they have until the new ones begin. */
export function addKeysRotateBus(parent: Command, terminal: Terminal): void {
  parent
    .command('rotate-bus')
    .description('give the services new keys for the bus; they take them over while they run')
    .option('--dir <directory>', 'where the key files are; those of the deployment that is meant')
    .addOption(new Option('--identity <name>', 'whose keys; everybody’s without it').choices(identities))
    .option(
      '--in <seconds>',
      'when the new keys begin: each process has to have its new file by then',
      seconds,
      60,
    )
    .action(async ({ dir, identity, in: delay }: Options) => {
      const directory = dir === undefined ? await directoryOfDeployment(terminal) : resolve(dir);
      const startsAt = Date.now() + delay * 1_000;
      const rotated = identity ? [identity] : identities;
      await rotateKeyring(directory, { rotated, startsAt }).catch((cause: unknown) => {
        const advice = 'Key files are made with `npm run -s admin -- keys create --dir DIRECTORY`.';
        throw new AdminError(`${directory} has no complete set of key files. ${advice}`, { cause });
      });
      printLine(
        terminal,
        `New keys of ${rotated.join(', ')} begin at ${new Date(startsAt).toISOString()}. Services that read copies of the files in ${directory} need the new ones by then.`,
      );
    });
}

async function directoryOfDeployment(terminal: Terminal): Promise<string> {
  const { keyringFile } = await findDeployment(readAdminConfig(terminal.env));
  return dirname(keyringFile);
}

function seconds(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count > 86_400)
    throw new InvalidArgumentError('It is a number of seconds, at most a day.');
  return count;
}
