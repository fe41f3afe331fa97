import type { Command } from 'commander';
import { recordsModules, type ModuleState, recordsSetModule } from '@svc/contracts';
import { printAnswer } from '../services.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export function addModuleCommands(modules: Command, terminal: Terminal): void {
  for (const add of [addModulesList, addModulesSwitch]) add(modules, terminal);
}

const heading = ['KEY', 'LABEL', 'STATE', 'DESCRIPTION'];

function addModulesList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list all modules and their states')
    .option('--json', 'print a JSON array')
    .action((options: object) =>
      printAnswer(terminal, options, {
        work: async (ask) => (await ask(recordsModules, {})).modules,
        inWords: (modules) => table([heading, ...modules.map(row)]),
      }),
    );
}

function row({ key, label, description = '', enabled, required }: ModuleState): string[] {
  return [key, label, required ? 'always on' : enabled ? 'on' : 'off', description];
}

function addModulesSwitch(parent: Command, terminal: Terminal): void {
  const add = (verb: string, enabled: boolean, description: string) =>
    parent
      .command(verb)
      .description(description)
      .argument('<key>', 'the key of the module, as `modules list` shows it')
      .option('--json', 'print the module as JSON')
      .action((key: string, options: object) =>
        printAnswer(terminal, options, {
          work: (ask) => ask(recordsSetModule, { module: key, enabled }),
          inWords: (module) => `${module.key} (${module.label}) is ${module.enabled ? 'on' : 'off'}.`,
        }),
      );
  add('enable', true, 'enable a module; its data is available again');
  add('disable', false, 'disable a module with its fields, post type and rules; its data is kept');
}
