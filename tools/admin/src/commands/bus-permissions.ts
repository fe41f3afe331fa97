import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { identities } from '@svc/contracts';
import { busAuthorization, busConfigMap, createBusKeys } from '@svc/service-kit';
import { printLine, type Terminal } from '../terminal.ts';

/** `bus permissions`: what nats-server has to be told so that each process may do there what it needs, and no more. */
export function addBusPermissions(parent: Command, terminal: Terminal): void {
  parent
    .command('permissions')
    .description(
      'print who may connect to NATS and what they may do there, for the configuration of nats-server',
    )
    .option(
      '--dir <directory>',
      'key files of the deployment: processes connect with their nkeys; without it, with user and password',
    )
    .addOption(
      new Option('--format <format>', 'for a file, or for Kubernetes')
        .choices(['nats', 'k8s'])
        .default('nats'),
    )
    .action((options: { dir?: string; format: 'nats' | 'k8s' }) => {
      const keys = options.dir === undefined ? undefined : createBusKeys(resolve(options.dir), identities);
      const file = busAuthorization((identity) =>
        keys
          ? { nkey: keys[identity] }
          : { user: identity, passwordVariable: `NATS_PASSWORD_${identity.toUpperCase()}` },
      );
      printLine(terminal, (options.format === 'k8s' ? busConfigMap(file) : file).trimEnd());
    });
}
