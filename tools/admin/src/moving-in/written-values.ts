import { connectionItemSchema, type SourceField } from './source-answers.ts';

/** User ids here by those at the source. */
export type UserIds = ReadonlyMap<number, number>;

/** Computed fields, and those that are imported separately. */
const ownKeys: ReadonlySet<string> = new Set([
  'name',
  'title',
  'post_date',
  'last_modified',
  'follow',
  'unfollow',
]);

type Entries = readonly Readonly<Record<string, unknown>>[];
type Writes = { readonly write: unknown } | { readonly leftOut: string };
type Writer = (value: unknown, users: UserIds) => Writes;

const asItIs: Writer = (write) => ({ write });
const several =
  (entry: (value: never) => unknown): Writer =>
  (value) =>
    Array.isArray(value) && value.length > 0
      ? { write: { values: value.map((each) => entry(each as never)) } }
      : { write: undefined };
const moment: Writer = (value) => ({ write: Number((value as { timestamp?: unknown }).timestamp) });
const namesRecords = 'The value contains record ids of the source.';

const writers: Readonly<Record<string, Writer>> = {
  text: asItIs,
  textarea: asItIs,
  number: asItIs,
  boolean: asItIs,
  key_select: (value) => ({ write: (value as { key?: unknown }).key }),
  multi_select: several((value: unknown) => ({ value })),
  tags: several((value: unknown) => ({ value })),
  date: moment,
  datetime: moment,
  user_select: (value, users) => userHere((value as { id?: unknown }).id, users),
  communication_channel: (value) => ({ write: (value as Entries).filter(({ value: text }) => text !== '') }),
  location: several(({ id }: { id: unknown }) => ({ value: id })),
  location_meta: several(withoutIds),
  link: several(({ type, value }: { type: unknown; value: unknown }) => ({ type, value })),
  task: several(({ value, date, category }: Entries[number]) => ({ value, date, category })),
  post_user_meta: several(({ value, date, category }: Entries[number]) => ({ value, date, category })),
  array: (value) => (isEmpty(value) ? { write: undefined } : { leftOut: namesRecords }),
  // Files are imported after the record.
  image: () => ({ write: undefined }),
  file_upload: () => ({ write: undefined }),
};

/**
 * The values of a record in the format of write requests; those of private fields belong to the reading account. Connections are imported later,
 * after all records.
 */
export function writtenValues(
  record: Readonly<Record<string, unknown>>,
  declared: Readonly<Record<string, SourceField>>,
  users: UserIds,
) {
  const fields: Record<string, unknown> = { name: record['name'] };
  const privateFields: Record<string, unknown> = {};
  const leftOut: { field: string; reason: string }[] = [];
  for (const [key, field] of Object.entries(declared)) {
    const value = record[key];
    const isNothing = value === undefined || value === null || value === '' || isEmpty(value);
    if (isNothing || ownKeys.has(key) || field.type === 'connection') continue;
    const written = writeOf(key, field, { value, users });
    if ('leftOut' in written) leftOut.push({ field: key, reason: written.leftOut });
    else if (written.write === undefined) continue;
    else if (field.private || isAlwaysPrivate(field)) privateFields[key] = written.write;
    else fields[key] = written.write;
  }
  return { fields, privateFields, leftOut };
}

function writeOf(
  key: string,
  field: SourceField,
  { value, users }: { value: unknown; users: UserIds },
): Writes {
  if (key === 'duplicate_of') return { leftOut: namesRecords };
  if (key === 'corresponds_to_user')
    return Number(value) === 0 ? { write: undefined } : userHere(value, users);
  return (
    writers[field.type]?.(value, users) ?? { leftOut: `The field type ${field.type} does not exist here.` }
  );
}

/** A contact is an ordinary one when its user was not imported. */
function userHere(id: unknown, users: UserIds): Writes {
  const here = users.get(Number(id));
  return here === undefined ? { leftOut: 'The user was not imported.' } : { write: here };
}

function isAlwaysPrivate({ type }: SourceField): boolean {
  return type === 'task' || type === 'post_user_meta';
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function withoutIds(entry: Entries[number]) {
  const { grid_id, lng, lat, level, source, label } = entry;
  return { grid_id, lng, lat, level, source, label };
}

export function connectionsOf(
  record: Readonly<Record<string, unknown>>,
  declared: Readonly<Record<string, SourceField>>,
) {
  return Object.entries(declared)
    .filter(([, { type }]) => type === 'connection')
    .flatMap(([field]) => {
      const items = Array.isArray(record[field]) ? (record[field] as unknown[]) : [];
      return items.map((item) => {
        const { ID: otherId, meta } = connectionItemSchema.parse(item);
        return { field, otherId, ...(meta && Object.keys(meta).length > 0 && { meta }) };
      });
    });
}
