import type { Command } from 'commander';
import { recordsDuplicateFields, recordsSetDuplicateFields, type DuplicateFieldsState } from '@svc/contracts';
import { type Ask, printAnswer } from '../services.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

const heading = ['POST TYPE', 'FIELDS', 'ALSO POSSIBLE'];

/** `duplicates fields show`, `set` and `clear`: the fields by which duplicates of a post type are found. */
export function addDuplicatesFields(parent: Command, terminal: Terminal): void {
  const print = (options: object, work: (ask: Ask) => Promise<DuplicateFieldsState>) =>
    printAnswer(terminal, options, { work, inWords: describe });
  const fields = parent
    .command('fields')
    .description('the fields that identify possible duplicates: show, set, clear');
  const add = (verb: string, description: string, isDefault = false) =>
    fields
      .command(verb, { isDefault })
      .description(description)
      .option('--json', 'print {"post_types":[{"post_type","fields","possible"}]}');

  add('show', 'show the fields of all post types', true).action((options: object) =>
    print(options, (ask) => ask(recordsDuplicateFields, {})),
  );
  add('set', 'replace the fields of a post type')
    .argument('<post type>', 'the key of the post type, as `show` lists it')
    .argument('<keys...>', 'keys of fields: name, or communication channels')
    .action((postType: string, keys: readonly string[], options: object) =>
      print(options, (ask) => ask(recordsSetDuplicateFields, { post_type: postType, fields: [...keys] })),
    );
  add('clear', 'return to the fields that the post type declares')
    .argument('<post type>', 'the key of the post type')
    .action((postType: string, options: object) =>
      print(options, (ask) => ask(recordsSetDuplicateFields, { post_type: postType, fields: [] })),
    );
}

function describe({ post_types: types }: DuplicateFieldsState): string {
  return table([heading, ...types.map(row)]);
}

function row({ post_type: key, fields, possible }: DuplicateFieldsState['post_types'][number]): string[] {
  const others = possible.filter((each) => !fields.includes(each));
  return [key, fields.join(' '), others.join(' ')];
}
