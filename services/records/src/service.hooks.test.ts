import { describe, expect, test } from '@jest/globals';
import {
  recordsAuthorize,
  recordsFilterComments,
  recordsList,
  recordsPublicSettings,
  type Actor,
  type Fields,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { actionHooks, filterHooks } from './testing/hooked-extension.ts';
import { mona, recordClient } from './testing/record-client.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';

const harness = harnessOfSuite({ settings: { ...withExtensions('hooked'), HOOK_TIMEOUT_MS: '1000' } });
const { create, update, get, expectNotCreated, expectRefused, remove } = recordClient(harness);

const capabilities = [...mona.capabilities, 'access_visits', 'create_visits'];

/** The user who makes a hook behave in some way. */
const wanting = (hook: string, behaviour: string): Actor =>
  userActor(3, `${hook}: ${behaviour}`, capabilities);

/** A request that runs a hook, on a contact of mona's. */
const requests: Readonly<
  Record<(typeof filterHooks)[number], (caller: Actor, id: number) => Promise<unknown>>
> = {
  svc_create_post_check_proceed: (caller) => create({ name: 'Hooked' }, caller),
  svc_post_create_fields: (caller) => create({ name: 'Hooked' }, caller),
  svc_post_create_allow_fields: (caller) => create({ name: 'Hooked' }, caller),
  svc_post_update_fields: (caller, id) => update(id, { nickname: 'x' }, caller),
  svc_after_get_post_fields_filter: (caller, id) => get(id, caller),
  svc_search_viewable_posts_query: (caller) => list(caller),
  svc_adjust_post_custom_fields: (caller) => list(caller),
  svc_list_posts_custom_fields: (caller) => list(caller),
  svc_filter_post_comments: (caller, id) => comments(caller, id),
  svc_filter_access_permissions: (caller) => list(caller),
  svc_can_view_permission: (caller, id) => get(id, caller),
  svc_can_update_permission: (caller, id) => update(id, { nickname: 'x' }, caller),
  svc_can_delete_permission: (caller, id) => remove(id, caller),
  svc_core_public_endpoint_settings: (caller) => harness.ask(recordsPublicSettings, {}, caller),
};

const list = (caller: Actor, query: Fields = { limit: 1 }, postType = 'contacts') =>
  harness.ask(recordsList, { post_type: postType, query }, caller);

const comments = (caller: Actor, id: number) =>
  harness.ask(recordsFilterComments, { post_type: 'contacts', id, comments: [{ comment_ID: '1' }] }, caller);

const refusal = (hook: string, reason: string): Fields => ({
  code: 'extension_refused',
  status: 400,
  message: expect.stringContaining(`The extension hooked refused the request in ${hook}: ${reason}`),
  data: { extension: 'hooked', hook },
});

const failure = (hook: string): Fields => ({
  code: 'extension_failed',
  status: 500,
  message: `The extension hooked failed in ${hook}; nothing was written`,
  data: { extension: 'hooked', hook },
});

test.each(filterHooks)(
  'a filter of %s that throws, has a defect or returns an invalid value refuses the request without a trace',
  async (hook) => {
    const { ID: id } = await create({ name: 'Before' });
    const stored = await harness.documents.countDocuments();
    for (const [behaviour, error] of [
      ['throw', refusal(hook, 'not in this place')],
      ['read nothing', failure(hook)],
      ['return nothing', failure(hook)],
      ['return null', failure(hook)],
      ['return a text', failure(hook)],
      ['return numbers', failure(hook)],
    ] as const)
      await expectRefused(id, () => requests[hook](wanting(hook, behaviour), id), error);
    expect(await harness.documents.countDocuments()).toBe(stored);
  },
);

test.each(['svc_post_update_fields', 'svc_after_get_post_fields_filter'] as const)(
  'a filter of %s that never answers refuses the update, and does not block the next update',
  async (hook) => {
    const { ID: id } = await create({ name: 'Before' });
    const stuck = wanting(hook, 'never answer');
    await expectRefused(id, () => update(id, { nickname: 'x' }, stuck), {
      code: 'extension_refused',
      status: 503,
      message: `The extension hooked did not answer in ${hook} within 1000 milliseconds; nothing was written`,
      data: { extension: 'hooked', hook },
    });
    expect(await update(id, { nickname: 'y' })).toMatchObject({ nickname: 'y' });
    await expect(update(id, { nickname: 'z' }, userActor(3, 'Mona', capabilities))).resolves.toMatchObject({
      nickname: 'z',
    });
  },
);

test('a filter that throws for the answer of a write prevents the write', async () => {
  const { ID: id } = await create({ name: 'Before' });
  const caller = wanting('svc_after_get_post_fields_filter', 'throw');
  const error = refusal('svc_after_get_post_fields_filter', 'not in this place');
  await expectRefused(id, () => update(id, { nickname: 'x' }, caller), error);
  await expectNotCreated(() => create({ name: 'Never' }, caller), error);
});

test.each(actionHooks)('an action of %s that throws is not the caller’s problem', async (hook) => {
  const caller = wanting(hook, 'throw');
  const { ID: id } = await create({ name: 'Acted on' }, caller);
  expect(await update(id, { nickname: 'x' }, caller)).toMatchObject({ nickname: 'x' });
  expect(await remove(id, caller)).toBe(true);
  await harness.eventsOf(id, 3);
});

describe('filters', () => {
  test('a filter can refuse a create', async () => {
    const caller = wanting('svc_create_post_check_proceed', 'refuse');
    await expect(create({ name: 'x' }, caller)).rejects.toMatchObject({
      code: 'create_post',
      status: 409,
      message: 'Could not create this post. Maybe it already exists',
    });
  });

  test('an allowed unknown key is accepted and not stored, and an allowed field is still stored', async () => {
    const caller = wanting('svc_post_create_allow_fields', 'allow planet');
    const contact = await create({ name: 'x', planet: 'Mars', nickname: 'n' }, caller);
    expect(contact).toMatchObject({ nickname: 'n' });
    expect((await harness.stored(contact.ID)).fields).not.toHaveProperty('planet');
    await update(contact.ID, { planet: 'Venus', nickname: 'm' }, caller);
    const error = { code: 'update_post', data: { bad_fields: ['planet'] } };
    await expectRefused(contact.ID, () => update(contact.ID, { planet: 'Venus' }), error);
    expect(await get(contact.ID)).toMatchObject({ nickname: 'm' });
  });

  test.each(['svc_post_create_fields', 'svc_post_update_fields'] as const)(
    '%s can set the name by the title, and cannot remove it',
    async (hook) => {
      const { ID: id } = await create({ name: 'Before' });
      const request = (behaviour: string) => requests[hook](wanting(hook, behaviour), id);
      const error = { status: 400, data: { field: 'name' } };
      await expectRefused(id, () => request('empty the name'), error);
      // As for a request: name wins on create, title on update.
      const name = hook === 'svc_post_update_fields' ? 'By title' : 'Hooked';
      expect(await request('rename by title')).toMatchObject({ name });
    },
  );

  test('a filter of list queries narrows or rewrites them, within the access of the caller', async () => {
    const names = async (behaviour: string, query: Fields) => {
      const caller = wanting(behaviour === '' ? '' : 'svc_search_viewable_posts_query', behaviour);
      const { posts } = await list(caller, query);
      return posts.map(({ name }) => name);
    };
    const caller = wanting('nothing', '');
    await create({ name: 'Narrowed one', nickname: 'hooked' }, caller);
    await create({ name: 'Narrowed two', nickname: 'other' }, caller);
    await create({ name: 'Narrowed unseen', nickname: 'hooked' }, userActor(77, 'Other', capabilities));
    const query = { name: 'narrowed', sort: 'name' };
    expect(await names('', query)).toEqual(['Narrowed one', 'Narrowed two']);
    expect(await names('only by nickname', query)).toEqual(['Narrowed one']);
    const all = await names('without filters', query);
    expect(all).toContain('Narrowed two');
    expect(all).not.toContain('Narrowed unseen');
  });

  test('a filter of comments is reported by authorize, and filters the comments that it receives', async () => {
    const { ID: id } = await create({ name: 'Commented' });
    const may = (action: 'view' | 'update') =>
      harness.ask(recordsAuthorize, { post_type: 'contacts', id, action }, mona);
    expect(await may('view')).toEqual({ allowed: true, filters_comments: true });
    expect(await may('update')).toEqual({ allowed: true });
    const kept = [{ comment_ID: '1', other: 'kept' }];
    const asked = { post_type: 'contacts', id, comments: kept };
    expect(await harness.ask(recordsFilterComments, asked, mona)).toEqual({ comments: kept });
    const caller = wanting('svc_filter_post_comments', 'only the second');
    const two = { ...asked, comments: [...kept, { comment_ID: '2' }] };
    expect(await harness.ask(recordsFilterComments, two, caller)).toEqual({
      comments: [{ comment_ID: '2' }],
    });
  });

  test('a filter of public settings adds to its own answer only', async () => {
    const own = { url: 'http://records.test', login_settings: [] };
    const settings = (caller: Actor) => harness.ask(recordsPublicSettings, {}, caller);
    expect(await settings(mona)).toEqual(own);
    const caller = wanting('svc_core_public_endpoint_settings', 'add a login');
    expect(await settings(caller)).toEqual({ ...own, login_settings: ['sso'], sso: 'https://sso.test' });
    expect(await settings(mona)).toEqual(own);
  });

  test('an invalid value from a filter is refused like one from a client', async () => {
    const caller = wanting('svc_post_create_fields', 'wrong field');
    await expect(create({ name: 'x' }, caller)).rejects.toMatchObject({
      code: 'create_post',
      message: 'key_select value must in string format: gender, received 5',
    });
  });
});

describe('declarations of extensions', () => {
  const visitor = userActor(3, 'Visitor', capabilities);
  const topics = { values: [{ value: 'a' }] };

  test('required fields are required on create, all of them named', async () => {
    const errors = [{ field: 'topics', code: 'create_post', message: 'topics is required' }];
    const data = { field: 'place', errors };
    const error = { code: 'create_post', status: 400, message: 'place is required', data };
    for (const fields of [{}, { place: '', topics: { values: [] } }, { place: null }])
      await expectNotCreated(() => create({ name: 'v', ...fields }, visitor, 'visits'), error);
    const visit = await create({ name: 'v', place: 'here', topics }, visitor, 'visits');
    expect(await update(visit.ID, { place: '' }, visitor, 'visits')).toMatchObject({ place: '' });
  });

  test('a list filters by a declared field with the key of an ignored parameter', async () => {
    const of = (status: string) => create({ name: status, status, place: 'x', topics }, visitor, 'visits');
    await of('open');
    await of('done');
    const query = { status: ['done'], archived: '0' };
    const { posts } = await list(visitor, query, 'visits');
    expect(posts.map((post) => post.name)).toEqual(['done']);
  });
});

test('a service whose hooks may take as long as a request does not start', async () => {
  await expect(harness.start({ HOOK_TIMEOUT_MS: '10000' })).rejects.toThrow(
    'HOOK_TIMEOUT_MS: must be less than READ_DEADLINE_MS, which is 10000 (received "10000")',
  );
});

test('the answer of a write waits for an action that writes to the same record', async () => {
  const { ID: id } = await create({ name: 'Before' });
  await update(id, { nickname: 'x' }, wanting('svc_post_updated', 'write again'));
  expect(await get(id)).toMatchObject({ nickname: 'x', age: { key: '<26' } });
});
