import fc from 'fast-check';
import { control, lists, long, maps, shapes, unknownIds, words } from './shapes.ts';
import { wrongConnections, wrongEntries } from './wrong-entries.ts';
import { wrongMoments, wrongSingles } from './wrong-singles.ts';

type WrongValues = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Records that wrong values name. */
export interface NamedIds {
  /** The record that is written; undefined where it is new. */
  readonly self: number | undefined;
  readonly sample: number;
  readonly set: number;
  /** A task of another user in the record. */
  readonly foreignTask: string;
}

const beside: WrongValues = {
  name: fc.oneof(fc.boolean(), shapes, fc.constantFrom('', ' '), control, long),
  post_date: wrongMoments,
};

/** What is no field; an update takes only notes. */
const extras: WrongValues = {
  notes: fc.oneof(words, maps, fc.constant(null), fc.constantFrom([{}], [' '], [['x']])),
  initial_comment: fc.oneof(fc.boolean(), lists, maps, fc.constant('<br>')),
  additional_meta: fc.oneof(
    words,
    lists,
    fc.constantFrom({}, { created_from: 0 }, { created_from: { $gt: 0 } }),
    unknownIds.map((id) => ({ created_from: id })),
  ),
};

function withPrivate(values: WrongValues): WrongValues {
  const kept = Object.entries(values).filter(([key]) => key !== 'some_tasks' && key !== 'some_reminders');
  return { ...values, ...Object.fromEntries(kept.map(([key, wrong]) => [`my_${key}`, wrong])) };
}

/** Values that fields of the sample post type have to refuse, whatever is stored. */
export function wrongValues({ self, sample, set }: NamedIds): WrongValues {
  const strangers = self === undefined ? [set] : [set, self];
  return {
    ...beside,
    ...extras,
    ...withPrivate({ ...wrongSingles, ...wrongEntries }),
    sets: wrongConnections(set, [sample]),
    peers: wrongConnections(sample, strangers),
  };
}

/** Values that only what is stored can refuse: entries that are not there, or are another user's. */
export function lateWrongValues({ foreignTask }: NamedIds): WrongValues {
  const taskIds = fc.oneof(unknownIds, fc.constantFrom(foreignTask, Number(foreignTask)));
  const tasks = fc
    .tuple(taskIds, fc.constantFrom({ value: 'x' }, { delete: true }, { date: '2030-01-01' }))
    .map(([id, change]) => ({
      values: [
        { value: 'new', date: 0 },
        { ...change, id },
      ],
    }));
  const links = fc
    .tuple(unknownIds, fc.constantFrom({ value: 'x' }, { type: 'web' }, { type: 'blog', value: 'y' }))
    .map(([id, change]) => ({
      values: [
        { type: 'web', value: 'new' },
        { ...change, meta_id: id },
      ],
    }));
  return { some_tasks: tasks, some_reminders: tasks, a_link: links, my_a_link: links };
}

const noFields = [
  'constructor',
  'toString',
  'ID',
  'version',
  'sharedWith',
  'fields.a_text',
  '$set',
  'a_text ',
  'post_author',
  'post_type',
  'permalink',
  'degrees',
  'links',
  'some_places_',
  'hasOwnProperty',
];

/** Keys that are no fields. */
export function unknownKeys(known: Iterable<string>): fc.Arbitrary<string> {
  const taken = new Set([...known, 'title', 'tags', '__proto__']);
  return fc.oneof(fc.string(), fc.constantFrom(...noFields)).filter((key) => !taken.has(key));
}
