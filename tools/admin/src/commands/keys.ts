import { resolve, dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { identities, usersRotateKeys, type Identity } from '@svc/contracts';
import { createBusKeys, createKeyring, keyringFile, rotateKeyring } from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig } from '../config.ts';
import { findDeployment } from '../find-deployment.ts';
import { printAnswer } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { wholeNumber } from './whole-number.ts';

export function addKeyCommands(admin: Command, terminal: Terminal): void {
  const keys = admin.command('keys').description('keys: of the services, and of logins');
  for (const add of [addKeysCreate, addKeysRotate, addKeysRotateBus]) add(keys, terminal);
}

function addKeysCreate(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('create the key files of a deployment: one for each service, and one for this tool')
    .requiredOption('--dir <directory>', 'directory for the key files; existing files stay as they are')
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

function addKeysRotate(parent: Command, terminal: Terminal): void {
  parent
    .command('rotate')
    .description('sign new logins with a new key; older ones stay valid until they expire')
    .option('--revoke', 'end the older keys now, for example after a theft: everybody has to log in again')
    .option('--json', 'print {"kid":…}')
    .action((options: { revoke?: true; json?: true }) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(usersRotateKeys, { revoke: options.revoke }),
        inWords: ({ kid }) => {
          const ended = ' The older ones are revoked: within ten seconds their tokens end.';
          return `Logins are signed with key ${kid} now.${options.revoke ? ended : ''}`;
        },
      }),
    );
}

interface RotateBusOptions {
  readonly dir?: string;
  readonly identity?: Identity;
  readonly in: number;
}

/** Each process has read its key file after five seconds: before that, messages with a new key would be refused, and events become dead letters. */
const seconds = wholeNumber(
  5,
  86_400,
  'It is a number of seconds, from 5, in which each service reads its file, to a day.',
);

/** `keys rotate-bus`: the services use their present keys until the new ones begin. */
function addKeysRotateBus(parent: Command, terminal: Terminal): void {
  parent
    .command('rotate-bus')
    .description('give the services new keys for the bus; running services adopt them')
    .option('--dir <directory>', 'directory with the key files of the deployment')
    .addOption(
      new Option('--identity <name>', 'process whose keys to replace; by default all').choices(identities),
    )
    .option(
      '--in <seconds>',
      'when the new keys begin: each process has to have its new file by then',
      seconds,
      60,
    )
    .action(async ({ dir, identity, in: delay }: RotateBusOptions) => {
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
