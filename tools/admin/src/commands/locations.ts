import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { addLocationsFocus } from './locations-focus.ts';
import { addLocationsImport } from './locations-import.ts';

export function addLocationCommands(locations: Command, terminal: Terminal): void {
  for (const add of [addLocationsImport, addLocationsFocus]) add(locations, terminal);
}
