import type { Command } from 'commander';
import { recordsDuplicateFields, recordsSetDuplicateFields, type DuplicateFieldsState } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { withServices, type Ask } from '../services.ts';
import { table } from '../table.ts';
import { printLine, type Terminal } from '../terminal.ts';

const heading = ['POST TYPE', 'FIELDS', 'ALSO POSSIBLE'];

/** `duplicates fields show`, `set` and `clear`: which fields of a post type make duplicates. */
export function addDuplicatesFields(parent: Command, terminal: Terminal): void {
  const fields = parent
    .command('fields')
    .description('the fields by which records may be duplicates: show, set, clear');
  const add = (verb: string, description: string, isDefault = false) =>
    fields
      .command(verb, { isDefault })
      .description(description)
      .option('--json', 'print {"post_types":[{"post_type","fields","possible"}]}');

  add('show', 'show the fields of all post types', true).action((options: Options) =>
    print(terminal, options, (ask) => ask(recordsDuplicateFields, {})),
  );
  add('set', 'choose these fields of a post type instead of those before')
    .argument('<post type>', 'the key of the post type, as `show` has it')
    .argument('<keys...>', 'keys of its fields: name, and communication channels')
    .action((postType: string, keys: readonly string[], options: Options) =>
      print(terminal, options, (ask) =>
        ask(recordsSetDuplicateFields, { post_type: postType, fields: [...keys] }),
      ),
    );
  add('clear', 'take the fields that the post type declares again')
    .argument('<post type>', 'the key of the post type')
    .action((postType: string, options: Options) =>
      print(terminal, options, (ask) => ask(recordsSetDuplicateFields, { post_type: postType, fields: [] })),
    );
}

interface Options {
  readonly json?: true;
}

async function print(
  terminal: Terminal,
  { json }: Options,
  work: (ask: Ask) => Promise<DuplicateFieldsState>,
): Promise<void> {
  const state = await withServices(readAdminConfig(terminal.env), work);
  printLine(terminal, json ? JSON.stringify(state) : table([heading, ...state.post_types.map(row)]));
}

function row({ post_type: key, fields, possible }: DuplicateFieldsState['post_types'][number]): string[] {
  const others = possible.filter((each) => !fields.includes(each));
  return [key, fields.join(' '), others.join(' ')];
}
