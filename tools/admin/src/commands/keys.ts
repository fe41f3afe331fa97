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

export function addKeyCommands(keys: Command, terminal: Terminal): void {
  for (const add of [addKeysCreate, addKeysRotate, addKeysRotateBus]) add(keys, terminal);
}

function addKeysCreate(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('create the key files of a deployment: one for each service, and one for this tool')
    .requiredOption('--dir <directory>', 'directory for the key files; existing keys are kept')
    .action(async (options: { dir: string }) => {
      const directory = resolve(options.dir);
      const files = identities.map((identity) => keyringFile(directory, identity)).join('\n');
      const outcomes = {
        made: `Created\n${files}`,
        updated: `Updated the key files in ${directory} to the current format; their keys are unchanged.`,
        kept: `${directory} already has key files; they are unchanged.`,
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
    .option(
      '--revoke',
      'revoke the older keys now, for example after a theft: all users have to log in again',
    )
    .option('--json', 'print {"kid":…}')
    .action((options: { revoke?: true; json?: true }) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(usersRotateKeys, { revoke: options.revoke }),
        inWords: ({ kid }) => {
          const ended = ' The older keys are revoked: their tokens become invalid within ten seconds.';
          return `New logins are signed with key ${kid}.${options.revoke ? ended : ''}`;
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
  'Must be 5 to 86400 seconds; services read their key files every 5 seconds.',
);

/** `keys rotate-bus`: the services use their present keys until the new ones begin. */
function addKeysRotateBus(parent: Command, terminal: Terminal): void {
  parent
    .command('rotate-bus')
    .description('create new bus keys for the services; running services adopt them')
    .option('--dir <directory>', 'directory with the key files of the deployment')
    .addOption(
      new Option('--identity <name>', 'process whose keys to replace (default: all)').choices(identities),
    )
    .option(
      '--in <seconds>',
      'delay until the new keys become valid; each process must have its new file by then',
      seconds,
      60,
    )
    .action(async ({ dir, identity, in: delay }: RotateBusOptions) => {
      const directory = dir === undefined ? await directoryOfDeployment(terminal) : resolve(dir);
      const startsAt = Date.now() + delay * 1_000;
      const rotated = identity ? [identity] : identities;
      await rotateKeyring(directory, { rotated, startsAt }).catch((cause: unknown) => {
        const advice = 'Create them with `npm run -s admin -- keys create --dir DIRECTORY`.';
        throw new AdminError(`${directory} lacks key files of the deployment. ${advice}`, { cause });
      });
      printLine(
        terminal,
        `New keys of ${rotated.join(', ')} become valid at ${new Date(startsAt).toISOString()}. Services that read copies of the files in ${directory} must have the new files by then.`,
      );
    });
}

async function directoryOfDeployment(terminal: Terminal): Promise<string> {
  const { keyringFile } = await findDeployment(readAdminConfig(terminal.env));
  return dirname(keyringFile);
}
