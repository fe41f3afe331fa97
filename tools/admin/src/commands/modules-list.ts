import type { Command } from 'commander';
import { recordsModules, type ModuleState } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { table } from '../table.ts';
import { printLine, type Terminal } from '../terminal.ts';

const heading = ['KEY', 'LABEL', 'STATE', 'WHAT IT IS'];

/** `modules list`: all modules, as a table or as a JSON array. */
export function addModulesList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list all modules, and which of them are on')
    .option('--json', 'print a JSON array')
    .action(async (options: { json?: true }) => {
      const { modules } = await withServices(readAdminConfig(terminal.env), (ask) => ask(recordsModules, {}));
      printLine(terminal, options.json ? JSON.stringify(modules) : table([heading, ...modules.map(row)]));
    });
}

function row({ key, label, description = '', enabled, required }: ModuleState): string[] {
  return [key, label, required ? 'always on' : enabled ? 'on' : 'off', description];
}
