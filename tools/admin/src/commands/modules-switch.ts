import type { Command } from 'commander';
import { recordsSetModule } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';

/** `modules enable` and `modules disable`. */
export function addModulesSwitch(parent: Command, terminal: Terminal): void {
  const add = (verb: string, enabled: boolean, description: string) =>
    parent
      .command(verb)
      .description(description)
      .argument('<key>', 'the key of the module, as `modules list` shows it')
      .option('--json', 'print the module as JSON')
      .action((key: string, options: { json?: true }) =>
        switchModule({ key, enabled, asJson: options.json }, terminal),
      );
  add('enable', true, 'bring a module back with its data');
  add('disable', false, 'take a module away: its fields, its post type and its rules; its data stays');
}

async function switchModule(
  { key, enabled, asJson }: { key: string; enabled: boolean; asJson: true | undefined },
  terminal: Terminal,
): Promise<void> {
  const module = await withServices(readAdminConfig(terminal.env), (ask) =>
    ask(recordsSetModule, { module: key, enabled }),
  );
  const text = `${module.key} (${module.label}) is ${module.enabled ? 'on' : 'off'}.`;
  printLine(terminal, asJson ? JSON.stringify(module) : text);
}
