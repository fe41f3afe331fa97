import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { addImportCsv } from './import-csv.ts';
import { addImportReference } from './import-reference.ts';

export function addImportCommands(imports: Command, terminal: Terminal): void {
  for (const add of [addImportCsv, addImportReference]) add(imports, terminal);
}
