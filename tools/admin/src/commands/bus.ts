import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { identities, type Identity } from '@svc/contracts';
import {
  busAuthorization,
  busConfigMap,
  createBusKeys,
  readExternalConsumers,
  updateStreams,
} from '@svc/service-kit';
import { readAdminConfig } from '../config.ts';
import { findDeployment } from '../find-deployment.ts';
import { withBus } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';

export function addBusCommands(bus: Command, terminal: Terminal): void {
  for (const add of [addBusPermissions, addBusStreams]) add(bus, terminal);
}

/** `bus permissions`: prints the configuration that gives each process the permissions it needs in NATS, and no others. */
function addBusPermissions(parent: Command, terminal: Terminal): void {
  parent
    .command('permissions')
    .description('print the NATS users and their permissions as configuration of nats-server')
    .option(
      '--dir <directory>',
      'directory with the key files of the deployment: processes connect with nkeys; without it, with user and password',
    )
    .addOption(
      new Option('--format <format>', 'output for a configuration file or for Kubernetes')
        .choices(['nats', 'k8s'])
        .default('nats'),
    )
    .action((options: { dir?: string; format: 'nats' | 'k8s' }) => {
      const directory = options.dir === undefined ? undefined : resolve(options.dir);
      const keys = directory === undefined ? undefined : createBusKeys(directory, identities);
      const external = directory === undefined ? [] : readExternalConsumers(directory);
      const userOf = (identity: Identity) =>
        keys
          ? { nkey: keys[identity] }
          : { user: identity, passwordVariable: `NATS_PASSWORD_${identity.toUpperCase()}` };
      const file = busAuthorization(userOf, { external });
      printLine(terminal, (options.format === 'k8s' ? busConfigMap(file) : file).trimEnd());
    });
}

/** `bus streams`: services create missing streams but may not update existing ones; this command does both. */
function addBusStreams(parent: Command, terminal: Terminal): void {
  parent
    .command('streams')
    .description('create missing streams and update the others to the settings of this version')
    .addOption(
      new Option(
        '--replicas <number>',
        'number of cluster servers that store each stream (default: unchanged)',
      ).choices(['1', '3', '5']),
    )
    .action(async (options: { replicas?: string }) => {
      const config = readAdminConfig(terminal.env);
      await withBus((await findDeployment(config)).bus, async (bus) => {
        const replicas = options.replicas === undefined ? undefined : Number(options.replicas);
        const wanted = { eventDays: config.EVENT_RETENTION_DAYS, replicas };
        await updateStreams(await bus.jetstreamManager({ checkAPI: false }), wanted);
      });
      printLine(terminal, 'The streams have the settings of this version.');
    });
}
