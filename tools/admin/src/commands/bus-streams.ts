import type { Command } from 'commander';
import { updateStreams } from '@svc/service-kit';
import { readAdminConfig } from '../config.ts';
import { findDeployment } from '../find-deployment.ts';
import { openBus } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';

/** `bus streams`: services make the streams that are missing and may not change them. */
export function addBusStreams(parent: Command, terminal: Terminal): void {
  parent
    .command('streams')
    .description('make the streams that are missing, and give the others the settings of this version')
    .action(async () => {
      const bus = await openBus((await findDeployment(readAdminConfig(terminal.env))).bus);
      try {
        await updateStreams(await bus.jetstreamManager());
        printLine(terminal, 'The streams have the settings of this version.');
      } finally {
        await bus.close();
      }
    });
}
