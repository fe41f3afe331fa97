import { resolve, dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { identities, usersRotateKeys, type Identity } from '@svc/contracts';
import { createBusKeys, createKeyring, keyringFile, rotateKeyring } from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig } from '../config.ts';
import { findDeployment } from '../find-deployment.ts';
import { kubectlCluster } from '../key-rotation/cluster.ts';
import { rollBackRotation, rotateInCluster } from '../key-rotation/rotate-in-cluster.ts';
import { noteAudit } from '../note-audit.ts';
import { ProgressReport } from '../progress.ts';
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
  readonly in?: number;
  readonly kubernetes?: true;
  readonly namespace?: string;
  readonly rollBack?: true;
}

/** In seconds. In Kubernetes the pods of NATS and of all services receive files and restart before the new keys begin. */
const defaultDelay = { files: 60, kubernetes: 1_200 };
const minKubernetesDelay = 600;
/** The kubelet takes one to two minutes to bring a changed Secret or ConfigMap into a pod. */
const arrivalMs = 5 * 60 * 1_000;
const pauseMs = 5_000;

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
      `delay until the new keys become valid; each process must have its new file by then (default: ${defaultDelay.files}, with --kubernetes ${defaultDelay.kubernetes})`,
      seconds,
    )
    .option(
      '--kubernetes',
      'replace also the credentials of NATS, bring all files into the pods with kubectl, and restart the services in order; run it again to continue',
    )
    .option('--namespace <name>', "namespace of the deployment (default: that of kubectl's context)")
    .option('--roll-back', 'with --kubernetes: return to the old keys, before the new ones become valid')
    .action(async (options: RotateBusOptions, command: Command) => {
      const { dir, identity, kubernetes: isKubernetes = false } = options;
      if (options.rollBack && !isKubernetes) command.error('error: --roll-back needs --kubernetes');
      const delay = options.in ?? defaultDelay[isKubernetes ? 'kubernetes' : 'files'];
      if (isKubernetes && delay < minKubernetesDelay)
        command.error(`error: with --kubernetes, --in must be at least ${minKubernetesDelay} seconds`);
      const directory = dir === undefined ? await directoryOfDeployment(terminal) : resolve(dir);
      const rotated = identity ? [identity] : identities;
      await noteAudit(terminal, {
        action: 'bus_keys.rotated',
        subject: 'bus_keys',
        after: { identities: rotated, roll_back: options.rollBack === true },
      });
      if (isKubernetes) await rotateOnKubernetes({ directory, rotated, delay }, { options, terminal });
      else await rotateFiles({ directory, rotated, delay }, terminal);
    });
}

interface Rotation {
  readonly directory: string;
  readonly rotated: readonly Identity[];
  /** In seconds. */
  readonly delay: number;
}

async function rotateOnKubernetes(
  { directory, rotated, delay }: Rotation,
  { options, terminal }: { options: RotateBusOptions; terminal: Terminal },
): Promise<void> {
  const report = new ProgressReport(terminal);
  const work = { directory, cluster: kubectlCluster(options.namespace), report, arrivalMs, pauseMs };
  if (options.rollBack) {
    await rollBackRotation(work);
    printLine(terminal, 'The services work with their old keys, and NATS accepts no others.');
    return;
  }
  const startsAt = await rotateInCluster(work, { rotated, delayMs: delay * 1_000 });
  printLine(
    terminal,
    `NATS accepts the new credentials only. The new keys become valid at ${new Date(startsAt).toISOString()}; all pods have them.`,
  );
}

async function rotateFiles({ directory, rotated, delay }: Rotation, terminal: Terminal): Promise<void> {
  const startsAt = Date.now() + delay * 1_000;
  await rotateKeyring(directory, { rotated, startsAt }).catch((cause: unknown) => {
    const advice = 'Create them with `npm run -s admin -- keys create --dir DIRECTORY`.';
    throw new AdminError(`${directory} lacks key files of the deployment. ${advice}`, { cause });
  });
  printLine(
    terminal,
    `New keys of ${rotated.join(', ')} become valid at ${new Date(startsAt).toISOString()}. Services that read copies of the files in ${directory} must have the new files by then.`,
  );
}

async function directoryOfDeployment(terminal: Terminal): Promise<string> {
  const { keyringFile } = await findDeployment(readAdminConfig(terminal.env));
  return dirname(keyringFile);
}
