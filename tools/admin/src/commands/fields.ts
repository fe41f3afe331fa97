import type { Command } from 'commander';
import { recordsConvertField, recordsFormerFields, type FormerField, type OutputOf } from '@svc/contracts';
import { printAnswer, type Ask } from '../services.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

const heading = ['FIELD', 'FROM', 'TO', 'RECORDS', 'FIRST IDS', 'PRIVATE VALUES'];
const none = 'No field has values of a former type.';

/** Each call converts up to fifty records, each in a write of its own. */
const timeoutMs = 60_000;

interface Conversion {
  readonly converted: readonly number[];
  readonly refused: readonly { readonly id: number; readonly reason: string }[];
  readonly is_dry_run: boolean;
}

/** `fields former` and `fields convert`: values of fields whose type has changed. */
export function addFieldCommands(fields: Command, terminal: Terminal): void {
  fields
    .command('former', { isDefault: true })
    .description('list the fields with hidden values of their former type')
    .option(
      '--json',
      'print {"fields":[{"post_type","field","from","to","records","first_ids","private_values"}]}',
    )
    .action((options: object) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(recordsFormerFields, {}),
        inWords: ({ fields: found }) => (found.length === 0 ? none : table([heading, ...found.map(row)])),
      }),
    );
  fields
    .command('convert')
    .description('write the values of the former type of a field as values of its current type')
    .argument('<post type>', 'the key of the post type, as `fields former` lists it')
    .argument('<field>', 'the key of the field')
    .option('--dry-run', 'report which values can be converted, and write nothing')
    .option('--json', 'print {"converted":[id],"refused":[{"id","reason"}],"is_dry_run"}')
    .addHelpText(
      'after',
      '\nValues that cannot be converted stay stored and hidden. The command can be repeated.',
    )
    .action((postType: string, field: string, options: { dryRun?: true; json?: true }) =>
      printAnswer(terminal, options, {
        work: (ask) => convert(ask, { post_type: postType, field, is_dry_run: options.dryRun === true }),
        inWords: describe,
      }),
    );
}

function row({ post_type: type, field, from, to, records, ...found }: FormerField): string[] {
  const ids = found.first_ids.join(' ');
  return [`${type}.${field}`, from, to, String(records), ids, String(found.private_values)];
}

async function convert(
  ask: Ask,
  wanted: { readonly post_type: string; readonly field: string; readonly is_dry_run: boolean },
): Promise<Conversion> {
  const converted: number[] = [];
  const refused: { id: number; reason: string }[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const part: OutputOf<typeof recordsConvertField> = await ask(
      recordsConvertField,
      { ...wanted, after },
      { timeoutMs },
    );
    converted.push(...part.converted);
    refused.push(...part.refused);
    after = part.next;
  }
  return { converted, refused, is_dry_run: wanted.is_dry_run };
}

function describe({ converted, refused, is_dry_run: isDryRun }: Conversion): string {
  const done = isDryRun ? 'can be converted' : 'are converted';
  const kept = isDryRun ? 'cannot be converted' : 'stay as they are';
  return [
    counted(converted, converted.length > 0 ? `${done}: ${converted.join(' ')}` : done),
    counted(refused, refused.length > 0 ? `${kept}:` : kept),
    ...refused.map(({ id, reason }) => `  ${id}: ${reason}`),
  ].join('\n');
}

function counted({ length }: readonly unknown[], done: string): string {
  return `The values of ${length === 1 ? '1 record' : `${length} records`} ${done}`;
}
