import { expect, test } from '@jest/globals';
import { recordsDelete, systemActor, type Actor } from '@svc/contracts';
import { connectedClient, connector } from './testing/connected-client.ts';
import { historyOf, recordClient, values } from './testing/record-client.ts';
import { harnessOfSuite, overseer, withExtensions } from './testing/records-harness.ts';

const harness = harnessOfSuite({ instances: 2, settings: withExtensions('connected', 'sample') });
const { create, update, get } = connectedClient(harness);
const samples = recordClient(harness);
const { list } = samples;
const ann = connector(3);
const bob = connector(4);

test('each user reads only their own private values, in single reads and in lists', async () => {
  const { ID } = await create('people', { name: 'A', rating: 5, words: values('x'), starred: true }, ann);
  await update('people', ID, { rating: '7', words: values('y') }, bob);
  expect(await get('people', ID, ann)).toMatchObject({ rating: 5, words: ['x'], starred: true });
  expect(await get('people', ID, bob)).toMatchObject({ rating: 7, words: ['y'], starred: false });
  const asked = async (caller = ann) => {
    const { posts } = await list({ fields_to_return: ['rating', 'words'] }, caller, 'people');
    return posts.find((post) => post.ID === ID);
  };
  expect(await asked(ann)).toMatchObject({ rating: 5, words: ['x'], starred: true });
  expect(await asked(bob)).toMatchObject({ rating: 7, words: ['y'], starred: false });
  expect(await asked(connector(5))).not.toHaveProperty('rating');
  expect(await get('people', ID, systemActor('test'))).not.toHaveProperty('rating');
});

test('a list shows the latest private values of its reader on every page and instance', async () => {
  const ratings = async (caller: Actor) => {
    const query = { fields_to_return: ['rating'], sort: 'post_date', limit: 2, offset: 1 };
    const { posts } = await list({ ...query, text: 'Rated' }, caller, 'people');
    return posts.map(({ rating }) => rating);
  };
  const ids: number[] = [];
  for (const rating of [1, 2, 3]) ids.push((await create('people', { name: 'Rated', rating }, ann)).ID);
  const [, second = 0, third = 0] = ids;
  for (const rating of [4, 5, 6, 7]) {
    await update('people', second, { rating }, ann);
    await update('people', third, { rating: rating + 10 }, bob);
    for (const _repeated of [1, 2, 3, 4]) {
      expect(await ratings(ann)).toEqual([rating, 3]);
      expect(await ratings(bob)).toEqual([undefined, rating + 10]);
    }
  }
  await update('people', second, { rating: '' }, ann);
  for (const _repeated of [1, 2, 3, 4]) expect(await ratings(ann)).toEqual([undefined, 3]);
});

test('private values are merged and cleared, and are not in the record, its history and its events', async () => {
  const { ID } = await create('people', { name: 'B', words: values('secret-word') }, ann);
  const more = await update('people', ID, { words: values('second-secret') }, ann);
  expect(more['words']).toEqual(['secret-word', 'second-secret']);
  const cleared = await update('people', ID, { words: { values: [], force_values: true } }, ann);
  expect(cleared).not.toHaveProperty('words');
  await update('people', ID, { starred: true }, ann);
  expect(await update('people', ID, { starred: false }, ann)).toMatchObject({ starred: false });
  // What lists find a record by has the name of that field, and nothing of it.
  const { filterTerms: words, ...others } = await harness.stored(ID);
  expect(words).toEqual([]);
  const stored = JSON.stringify(others);
  const rows = JSON.stringify(await harness.activity.find({ recordId: ID }).lean());
  const events = JSON.stringify(await harness.eventsOf(ID, 5));
  for (const text of [stored, rows, events]) expect(text).not.toMatch(/secret|words|starred/);
  const { activity } = await historyOf(harness, { post_type: 'people', id: ID }, ann);
  expect(activity).toEqual([]);
});

test('an event names the fields of its request, without private fields', async () => {
  const { ID } = await create('people', { name: 'B', rating: 5, words: values('x') }, ann);
  await update('people', ID, { name: 'Changed', words: values('y'), starred: true }, ann);
  const events = await harness.eventsOf(ID, 2);
  expect(events.map(({ data }) => data['written'])).toEqual([['name'], ['name']]);
});

test('a caller that is not a user cannot write private fields', async () => {
  const { ID } = await create('people', { name: 'C' }, ann);
  const refused = update('people', ID, { name: 'Changed', rating: 5 }, systemActor('test'));
  await expect(refused).rejects.toMatchObject({
    code: 'update_post_user_meta_fields',
    message: 'Cannot update post_user_meta fields for no user on rating.',
    data: { field: 'rating' },
  });
  expect((await harness.stored(ID)).name).toBe('C');
  expect(await harness.privateValues.countDocuments({ recordId: ID })).toBe(0);
});

test('tasks, reminders and private links are visible only to their writer, and refuse ids of others', async () => {
  const [mona, otto] = [3, 4].map((id) => overseer(id, 'samples')) as [Actor, Actor];
  const value = { values: [{ value: 'secret', date: '2030-01-02' }] };
  const links = { values: [{ type: 'blog', value: 'secret' }] };
  const kept = { some_tasks: value, some_reminders: value, my_a_link: links };
  const { ID } = await samples.create({ name: 'A', ...kept }, mona, 'samples');
  const own = await samples.get(ID, mona, 'samples');
  const [task] = own['some_tasks'] as { id: string }[];
  for (const key of Object.keys(kept)) {
    expect(own).toHaveProperty(key);
    expect(await samples.get(ID, otto, 'samples')).not.toHaveProperty(key);
  }
  const write = { name: 'Changed', some_tasks: { values: [{ id: task?.id, delete: true }] } };
  await samples.expectRefused(ID, () => samples.update(ID, write, otto, 'samples'), {
    code: 'update_post_user_meta_fields',
    message: `A field for key some_tasks with id ${task?.id} was not found for this user on this post`,
  });
  expect(await samples.update(ID, write, mona, 'samples')).not.toHaveProperty('some_tasks');
  expect(JSON.stringify(await harness.stored(ID))).not.toMatch(/secret/);
});

test('concurrent writes of private values by several users and by one user are all kept', async () => {
  const { ID } = await create('people', { name: 'E' }, ann);
  const users = [3, 4, 5, 6].map(connector);
  const write = (word: string) => users.map((user) => update('people', ID, { words: values(word) }, user));
  await Promise.all(['a', 'b', 'c'].flatMap(write));
  for (const user of users)
    expect(((await get('people', ID, user))['words'] as string[]).toSorted()).toEqual(['a', 'b', 'c']);
});

test('private values are deleted with their record', async () => {
  const { ID } = await create('people', { name: 'F', rating: 3 }, ann);
  await harness.ask(recordsDelete, { post_type: 'people', id: ID }, ann);
  expect(await harness.privateValues.countDocuments({ recordId: ID })).toBe(0);
});

test('a list is filtered by the private values of the caller', async () => {
  const { ID } = await create('people', { name: 'I', rating: 9 }, ann);
  const found = async (caller: typeof ann) => {
    const { posts } = await list({ name: ['^I'], rating: { number: 9 } }, caller, 'people');
    return posts.map((post) => post.ID);
  };
  expect(await found(ann)).toEqual([ID]);
  expect(await found(bob)).toEqual([]);
});
