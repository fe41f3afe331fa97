import { expect, test } from '@jest/globals';
import type { Client } from './create-client.ts';
import type {
  BooleanField,
  ConnectionField,
  DateField,
  FileUploadField,
  ImageField,
  KeySelectField,
  NameField,
  NumberField,
  RequiredField,
  TagsField,
  TaskField,
} from './field-types.ts';
import { add } from './field-types.ts';
import { isServiceError } from './errors.ts';

interface ContactFields {
  name: RequiredField<NameField>;
  overall_status: KeySelectField<'active' | 'closed'>;
  tags: TagsField;
  favorite: BooleanField;
  age: NumberField;
  started: DateField;
  groups: ConnectionField<'groups'>;
  tasks: TaskField;
  record_picture: ImageField;
  files: FileUploadField;
}

interface Schema {
  contacts: ContactFields;
  search: ContactFields;
}

/**
 * The compiler checks these functions, which nothing calls: every line below `@ts-expect-error` must be a mistake, and every other line must not.
 */
async function typed(client: Client<Schema>): Promise<unknown[]> {
  const contact = await client.contacts.get(1);
  const tag: string = contact.$etag;
  const type: 'contacts' = contact.post_type;
  const status: 'active' | 'closed' | undefined = contact.overall_status?.key;
  const flag: boolean = contact.favorite;
  const groupType: 'groups' | undefined = contact.groups[0]?.post_type;
  // @ts-expect-error A field without a value is absent.
  const age: number = contact.age;
  // @ts-expect-error No such field.
  const typo: unknown = contact.overal_status;

  const { records } = await client.contacts.list({
    where: {
      overall_status: ['active', '-closed', 'none'],
      $or: [{ tags: ['x'] }, { groups: ['*', 12, '-13'] }],
    },
    sort: '-age',
    select: ['overall_status'],
    textIn: ['comment', 'name'],
  });
  const selected: string | undefined = records[0]?.overall_status?.label;
  const always: boolean | undefined = records[0]?.favorite;
  const title: string | undefined = records[0]?.post_title;
  // @ts-expect-error The field is not selected.
  const unselected: unknown = records[0]?.tags;

  const deep = await client.contacts.list({ select: ['age', 'groups.leaders.nickname'] });
  const groupId: number | undefined = deep.records[0]?.groups[0]?.ID;
  const leaders: unknown = deep.records[0]?.groups.map((group) => group['leaders']);
  // @ts-expect-error No path leads through a number.
  await client.contacts.list({ select: ['age.x'] });
  const part = await client.contacts.get(1, { select: ['age', 'groups.leaders.nickname'] });
  const partAge: number | undefined = part.age;
  const partTag: string = part.$etag;
  // @ts-expect-error The field is not selected.
  const partTags: unknown = part.tags;

  const uncounted = await client.contacts.list({ count: false });
  // @ts-expect-error The list is not counted.
  const total: unknown = uncounted.total;

  // @ts-expect-error No such option.
  await client.contacts.list({ where: { overall_status: ['activ'] } });
  // @ts-expect-error Tasks cannot be filtered.
  await client.contacts.list({ where: { tasks: [] } });
  // @ts-expect-error A number is no list.
  await client.contacts.list({ where: { age: [12] } });
  // @ts-expect-error Tasks have no order.
  await client.contacts.list({ sort: 'tasks' });
  // @ts-expect-error No such field.
  await client.contacts.list({ select: ['nickname'] });

  const numbers = await client.contacts.aggregate({
    groupBy: ['overall_status', { field: 'started', by: 'month' }],
    measures: { sum: ['age'], max: ['age'] },
  });
  const group = numbers.groups[0];
  const groupStatus: 'active' | 'closed' | null | undefined = group?.keys.overall_status;
  const month: string | null | undefined = group?.keys.started;
  const sum: number | undefined = group?.sum.age;
  // @ts-expect-error The maximum of no numbers is null.
  const largest: number | undefined = group?.max.age;
  // @ts-expect-error The average is not asked for.
  const average: unknown = group?.average;
  // @ts-expect-error Records are not grouped by number.
  await client.contacts.aggregate({ groupBy: ['age'] });
  // @ts-expect-error Words have no sum.
  await client.contacts.aggregate({ measures: { sum: ['tags'] } });

  const created = await client.contacts.create({ name: 'Amina', tags: add('guest'), groups: add(12) });
  const name: string | undefined = created.name;
  // @ts-expect-error The caller may not be permitted to view the record.
  const certain: string = created.name;
  if (created.name !== undefined) void created.title.length;
  // @ts-expect-error A contact needs a name.
  await client.contacts.create({ tags: add('guest') });
  // @ts-expect-error Pictures are uploaded.
  await client.contacts.update(1, { record_picture: 'x' });
  // @ts-expect-error No such option.
  await client.contacts.update(1, { overall_status: 'paused' });
  await client.contacts.update(1, { overall_status: null, age: 3 }, { ifMatch: contact.$etag });
  await client.contacts.update(1, { age: 4 }, { ifMatch: created.$etag });
  // @ts-expect-error The field holds no files.
  await client.contacts.files(1).upload('tags', new Blob([]));
  await client.contacts.files(1).upload('record_picture', new Blob([]));

  // @ts-expect-error No such post type.
  client.records('contact');
  // @ts-expect-error The type of the installation is under `records('search')`.
  void client.search.list;
  void client.records('search').list;
  void [groupStatus, month, sum, largest, average];
  void [groupId, leaders, partAge, partTag, partTags];
  return [
    tag,
    type,
    status,
    flag,
    groupType,
    age,
    typo,
    selected,
    always,
    title,
    unselected,
    total,
    name,
    certain,
  ];
}

async function generic(client: Client): Promise<unknown[]> {
  const contact = await client.contacts.get(1);
  const id: number = contact.ID;
  const name: string = contact.name;
  const value: unknown = contact['x_anything'];
  await client.records('trainings').create({ name: 'x', x_anything: [1] }, { checkForDuplicates: ['name'] });
  await client.groups.list({ where: { any: ['x'], $or: [{ a: 1 }] }, sort: '-x', select: ['a', 'b'] });
  await client.contacts.files(1).upload('any', []);
  return [id, name, value];
}

function errors(error: unknown): unknown {
  if (isServiceError(error, 'confirmation_required')) {
    const personal: number = error.data.personal_contacts;
    return personal;
  }
  // @ts-expect-error No such code.
  if (isServiceError(error, 'write_conflicts')) return 0;
  if (!isServiceError(error)) return 0;
  switch (error.code) {
    case 'rest_invalid_param':
      return error.data.params;
    case 'update_post':
      return error.data.errors?.[0]?.message;
    default:
      return error.status;
  }
}

test('the types accept what the service accepts, and nothing else', () => {
  expect([typed, generic, errors].every((checked) => typeof checked === 'function')).toBe(true);
});
