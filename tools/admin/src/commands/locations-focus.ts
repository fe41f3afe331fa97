import type { Command } from 'commander';
import { type MappingFocusState, recordsMappingFocus, recordsSetMappingFocus } from '@svc/contracts';
import { type Ask, printAnswer } from '../services.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { idArgument } from './whole-number.ts';

const heading = ['GRID ID', 'PLACE'];
const everywhere = 'The mapping focus is the whole world.';

/** `locations focus show`, `set` and `clear`: the part of the world that the installation works in. */
export function addLocationsFocus(parent: Command, terminal: Terminal): void {
  const print = (options: object, work: (ask: Ask) => Promise<MappingFocusState>) =>
    printAnswer(terminal, options, { work, inWords: describe });
  const focus = parent
    .command('focus')
    .description('the part of the world in which the installation works: show, set, clear');
  const add = (verb: string, description: string, isDefault = false) =>
    focus
      .command(verb, { isDefault })
      .description(description)
      .option('--json', 'print {"places":[{"grid_id","name"}]}');

  add('show', 'show the chosen places', true).action((options: object) =>
    print(options, (ask) => ask(recordsMappingFocus, {})),
  );
  add('set', 'replace the chosen places; a place includes all places within it')
    .argument('<grid ids...>', 'ids of the location grid', collected)
    .action((ids: readonly number[], options: object) =>
      print(options, (ask) => ask(recordsSetMappingFocus, { grid_ids: [...ids] })),
    );
  add('clear', 'reset the focus to the whole world').action((options: object) =>
    print(options, (ask) => ask(recordsSetMappingFocus, { grid_ids: [] })),
  );
}

const collected = (text: string, before: readonly number[] = []) => [...before, idArgument(text)];

function describe({ places }: MappingFocusState): string {
  if (places.length === 0) return everywhere;
  return table([heading, ...places.map(({ grid_id: id, name }) => [String(id), name])]);
}
