import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import {
  recordsPostTypes,
  recordsSettings,
  siteLinkEventSchema,
  systemActor,
  usersBaseUser,
  usersCreateSiteLink,
  usersDeleteSiteLink,
  usersDisable,
  usersRotateSiteLink,
  usersSiteLinkActor,
  usersSiteLinkCheck,
  usersSiteLinkRemote,
  usersSiteLinks,
  usersSiteLinkSettingsFields,
  type Actor,
  type InputOf,
  type Operation,
  type OutputOf,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { hourOf, siteKey, transferToken } from '../site-links/site-key.ts';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2, {
  SITE_LINK_SECRET: 'a secret of some length',
  LOGIN_ATTEMPTS_PER_ADDRESS: '5',
  PUBLIC_URL: 'https://a.test',
});
const keeper = userActor(4, 'Ada', ['edit_posts']);
const gateway = systemActor('gateway');
const postTypes = { contacts: 'Contacts', groups: 'Groups' };

beforeAll(async () => {
  await harness.harness.standIn(recordsPostTypes, () => ({
    post_types: Object.keys(postTypes).map((key) => ({ post_type: key, label_singular: key, grants: [] })),
  }));
  await harness.harness.standIn(recordsSettings, ({ post_type: key }) => {
    const fields = { name: { name: 'Name', type: 'text' } };
    return { label_plural: postTypes[key as 'contacts'], fields } as unknown as OutputOf<
      typeof recordsSettings
    >;
  });
});

type NewLink = InputOf<typeof usersCreateSiteLink>;
type MadeLink = OutputOf<typeof usersCreateSiteLink>;

const as = <Input, Output>(actor: Actor, operation: Operation<Input, Output>, input: Input, key?: string) =>
  harness.call(operation, input, actor, key === undefined ? {} : { idempotencyKey: key });

const draft = (changes: Partial<NewLink> = {}): NewLink => ({
  label: 'Web form',
  site1: 'https://a.test',
  site2: 'b.test',
  type: 'create_contacts',
  ...changes,
});
const create = (changes: Partial<NewLink> = {}) => as(keeper, usersCreateSiteLink, draft(changes));

const bearerOf = ({ token = '', site1, site2 }: MadeLink, offset = 0) =>
  transferToken(siteKey({ token, site1, site2 }), hourOf(new Date(), offset));

/** Every test has addresses of its own: they are limited. */
let lastAddress = 0;
const newAddress = () => `192.0.2.${(lastAddress += 1)}`;

const actorOf = async (bearer: string, address = newAddress()) =>
  (await as(gateway, usersSiteLinkActor, { bearer, address })).actor;
const check = (token: unknown, address = newAddress(), isSecure = true) =>
  as(userActor(0, ''), usersSiteLinkCheck, { transfer_token: token, address, is_secure: isSecure });

const listed = async () => (await as(keeper, usersSiteLinks, {})).site_links;
const events = () => harness.events('site_link.>');
const eventsOf = async (id: number) =>
  (await events())
    .map((event) => siteLinkEventSchema.parse(event))
    .filter(({ data }) => data.site_link.id === id);

test('a new link shows its token once and is announced without it', async () => {
  const made = await create({ label: ' Once ', approved_ip: '192.0.2.200', non_product: true });
  expect(made).toEqual({
    id: expect.any(Number),
    label: 'Once',
    site1: 'a.test',
    site2: 'b.test',
    type: 'create_contacts',
    type_label: 'Create Contacts',
    capabilities: ['create_contacts'],
    non_product: true,
    api_key: false,
    approved_ip: '192.0.2.200',
    created_by: { id: 4, display_name: 'Ada' },
    created_at: made.token_since,
    token_since: made.created_at,
    token: expect.stringMatching(/^[\da-f]{64}$/),
  });
  const { token, ...shown } = made;
  expect(await listed()).toContainEqual(shown);
  const events = await eventsOf(made.id);
  const data = { site_link: { id: made.id, version: 1, label: 'Once' }, changed: [] };
  expect(events).toMatchObject([{ type: 'svc.site_link.created', data }]);
  expect(JSON.stringify([await listed(), events])).not.toContain(token);
});

test('the database has no plain token and no value derived from one', async () => {
  const made = await as(keeper, usersCreateSiteLink, draft({ label: 'Sealed' }), 'key-sealed');
  const stored = await Promise.all(
    (await harness.database.listCollections()).map(({ name }) => harness.collection(name).find().toArray()),
  );
  const key = siteKey({ ...made, token: made.token ?? '' });
  for (const secret of [made.token ?? '', key, bearerOf(made)]) {
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(createHash('sha256').update(secret).digest('hex'));
  }
});

test('a repeated request creates one link and does not show the token again', async () => {
  const ask = () => as(keeper, usersCreateSiteLink, draft({ label: 'Twice' }), 'key-twice');
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers.filter(({ token }) => token !== undefined)).toHaveLength(1);
  expect((await ask()).token).toBeUndefined();
  expect((await listed()).filter(({ label }) => label === 'Twice')).toHaveLength(1);
});

test('the bearer of the current hour is the link with its label and the capabilities of its type', async () => {
  const made = await create({ label: 'The form', type: 'create_update_groups' });
  expect(await actorOf(bearerOf(made))).toEqual({
    ...userActor(0, 'The form', ['create_groups', 'update_any_groups']),
    kind: 'site_link',
    email: '',
    siteLinkId: made.id,
    siteLinkType: 'create_update_groups',
  });
  expect(await actorOf(made.token ?? '')).toBeNull();
});

test('only the approved address is accepted', async () => {
  const made = await create({ approved_ip: '198.51.100.7' });
  expect(await actorOf(bearerOf(made), '::ffff:198.51.100.7')).toMatchObject({ siteLinkId: made.id });
  expect(await actorOf(bearerOf(made), '198.51.100.8')).toBeNull();
  expect(await check(bearerOf(made), '198.51.100.7')).toBe(true);
  expect(await check(bearerOf(made), '198.51.100.8')).toBe(false);
});

test('a new token invalidates the old one immediately on every instance', async () => {
  const made = await create({ label: 'Rotated' });
  const rotated = await as(keeper, usersRotateSiteLink, { id: made.id });
  expect(rotated.token).toMatch(/^[\da-f]{64}$/);
  expect(rotated.token).not.toBe(made.token);
  for (let count = 0; count < 4; count += 1) {
    expect(await actorOf(bearerOf(made))).toBeNull();
    expect(await actorOf(bearerOf(rotated))).toMatchObject({ siteLinkId: made.id });
  }
  expect(await eventsOf(made.id)).toMatchObject([
    { type: 'svc.site_link.created' },
    { type: 'svc.site_link.updated', data: { site_link: { version: 2 }, changed: ['token'] } },
  ]);
});

test('a deleted link accepts no bearer', async () => {
  const made = await create({ label: 'Gone' });
  expect(await actorOf(bearerOf(made))).not.toBeNull();
  expect(await as(keeper, usersDeleteSiteLink, { id: made.id })).toBe(true);
  for (let count = 0; count < 4; count += 1) expect(await actorOf(bearerOf(made))).toBeNull();
  expect(await eventsOf(made.id)).toMatchObject([{}, { type: 'svc.site_link.deleted' }]);
  expect((await listed()).map(({ id }) => id)).not.toContain(made.id);
});

/** A request that is refused, and leaves no trace. */
async function expectRefusal(request: () => Promise<unknown>, refusal: object): Promise<void> {
  const everything = async () => [await listed(), (await events()).length];
  const before = await everything();
  await expect(request()).rejects.toMatchObject(refusal);
  expect(await everything()).toEqual(before);
}

test('a token of another link of the same sites is refused', async () => {
  const token = 'b'.repeat(64);
  const made = await create({ token });
  expect(made.token).toBe(token);
  const params = { token: expect.stringContaining(`site link ${made.id}`) };
  const refusal = { code: 'rest_invalid_param', data: { params } };
  await expectRefusal(() => create({ token, label: 'Again' }), refusal);
  const other = await create({ site2: 'c.test', token });
  const short = () => as(keeper, usersRotateSiteLink, { id: other.id, token: 'short' });
  await expectRefusal(short, { code: 'rest_invalid_param' });
  // With its own token again nothing is mixed up.
  expect((await as(keeper, usersRotateSiteLink, { id: made.id, token })).token).toBe(token);
});

const message = 'Sorry, you are not allowed to do that.';
const forbidden = { code: 'rest_forbidden', status: 403, message };

test('a user without a capability for site links cannot manage them', async () => {
  const { id } = await create({ label: 'Guarded' });
  const mona = userActor(5, 'Mona', ['manage_dt', 'access_contacts']);
  for (const request of [
    () => as(mona, usersSiteLinks, {}),
    () => as(mona, usersCreateSiteLink, draft()),
    () => as(mona, usersRotateSiteLink, { id }),
    () => as(mona, usersDeleteSiteLink, { id }),
  ])
    await expectRefusal(request, forbidden);
  await as(userActor(6, 'Paul', ['edit_page']), usersDeleteSiteLink, { id });
});

test('only users with all permissions can manage a link of all permissions', async () => {
  const admin = systemActor('admin');
  const made = await as(admin, usersCreateSiteLink, draft({ type: 'all_permissions' }));
  expect(made.capabilities).toEqual(expect.arrayContaining(['manage_dt', 'edit_posts', 'create_contacts']));
  await expectRefusal(() => create({ type: 'all_permissions' }), forbidden);
  await expectRefusal(() => as(keeper, usersRotateSiteLink, { id: made.id }), forbidden);
  const all = userActor(7, 'Ada', made.capabilities);
  expect(await as(all, usersDeleteSiteLink, { id: made.id })).toBe(true);
});

test('a link with all permissions cannot manage links', async () => {
  const made = await as(systemActor('admin'), usersCreateSiteLink, draft({ type: 'all_permissions' }));
  const link = (await actorOf(bearerOf(made))) as Actor;
  for (const request of [
    () => as(link, usersSiteLinks, {}),
    () => as(link, usersCreateSiteLink, draft()),
    () => as(link, usersRotateSiteLink, { id: made.id }),
    () => as(link, usersDeleteSiteLink, { id: made.id }),
  ])
    await expectRefusal(request, forbidden);
});

test('an unknown link is reported with its id', async () => {
  const refusal = { code: 'rest_invalid_param', data: { params: { id: 'no site link has the id 99999' } } };
  await expectRefusal(() => as(keeper, usersRotateSiteLink, { id: 99_999 }), refusal);
  await expectRefusal(() => as(keeper, usersDeleteSiteLink, { id: 99_999 }), refusal);
});

test('the connection types are those of the post types and of transfers', async () => {
  const { types } = await as(keeper, usersSiteLinks, {});
  const table = types.map(({ key, label, capabilities }) => [key, label, capabilities.length]);
  expect(table).toEqual([
    ['create_contacts', 'Create Contacts', 1],
    ['create_update_contacts', 'Create and Update Contacts', 2],
    ['create_groups', 'Create Groups', 1],
    ['create_update_groups', 'Create and Update Groups', 2],
    ['all_permissions', 'All permissions', expect.any(Number)],
    ['contact_sharing', 'Contact Transfer Both Ways', 2],
    ['contact_sending', 'Contact Transfer Sending Only', 0],
    ['contact_receiving', 'Contact Transfer Receiving Only', 1],
  ]);
});

const limited = { code: 'too_many_requests', data: { retry_after: expect.any(Number) } };

test('after too many invalid tokens an address is limited on every instance, also with a valid token', async () => {
  const made = await create({ label: 'Guessed' });
  const busy = newAddress();
  for (let count = 0; count < 4; count += 1) expect(await actorOf(`guess-${count}`, busy)).toBeNull();
  expect(await check('guess', busy)).toBe(false);
  await expect(actorOf(bearerOf(made), busy)).rejects.toMatchObject(limited);
  await expect(check(bearerOf(made), busy)).rejects.toMatchObject(limited);
  expect(await actorOf(bearerOf(made))).not.toBeNull();
});

test('valid tokens are not limited', async () => {
  const made = await create({ label: 'Busy' });
  const address = newAddress();
  for (let count = 0; count < 12; count += 1) expect(await actorOf(bearerOf(made), address)).not.toBeNull();
});

test('a transfer token is checked without credentials, over HTTPS only', async () => {
  const made = await create({ label: 'Checked' });
  expect(await check(bearerOf(made))).toBe(true);
  expect(await check('0'.repeat(32))).toBe(false);
  expect(await check(bearerOf(made), newAddress(), false)).toBe(false);
  const malformed = { code: 'site_check_error', status: 400, message: 'Malformed request' };
  for (const token of [undefined, '', 7, ['a']]) await expect(check(token)).rejects.toMatchObject(malformed);
});

test('the fields of a type are shown to links that may create its records', async () => {
  const made = await create({ label: 'Fields' });
  const ask = (transfer_token: unknown, post_type: string, is_secure = true) => {
    const input = { post_type, transfer_token, address: newAddress(), is_secure };
    return as(userActor(0, ''), usersSiteLinkSettingsFields, input);
  };
  expect(await ask(bearerOf(made), 'contacts')).toEqual({ name: { name: 'Name', type: 'text' } });
  const closed = { code: 'get_post_settings', status: 403 };
  await expect(ask(bearerOf(made), 'groups')).rejects.toMatchObject(closed);
  const invalid = { code: 'site_check_error', status: 400, message: 'Invalid transfer token' };
  await expect(ask('0'.repeat(32), 'contacts')).rejects.toMatchObject(invalid);
  await expect(ask(bearerOf(made), 'contacts', false)).rejects.toMatchObject(invalid);
  const missing = { ...invalid, message: 'Missing parameters.' };
  await expect(ask(undefined, 'contacts')).rejects.toMatchObject(missing);
});

test('services get the other site of a sending link with the token of the current hour', async () => {
  const sending = await create({ label: 'B sends', type: 'contact_sending' });
  const receiving = await create({ type: 'contact_receiving' });
  const reversed = await create({ type: 'contact_sharing', site1: 'd.test', site2: 'a.test' });
  const ask = async (id: number) => (await harness.ask(usersSiteLinkRemote, { id })).remote;
  expect(await ask(sending.id)).toEqual({
    id: sending.id,
    label: 'B sends',
    type: 'contact_sending',
    non_product: false,
    host: 'b.test',
    url: 'https://b.test',
    transfer_token: expect.any(String),
  });
  // The hour may have turned between the two.
  expect([bearerOf(sending), bearerOf(sending, -1)]).toContain((await ask(sending.id))?.transfer_token);
  expect(await ask(reversed.id)).toMatchObject({ host: 'd.test' });
  expect(await ask(receiving.id)).toBeNull();
  expect(await ask(99_999)).toBeNull();
});

test('the base user is the first enabled administrator or the configured user', async () => {
  const base = async () => (await harness.ask(usersBaseUser, {})).user_id;
  expect(await base()).toBeNull();
  const roles = ['administrator'];
  await harness.newUser('zoe');
  const yves = await harness.newUser('yves', { roles });
  const anna = await harness.newUser('anna', { roles });
  expect(await base()).toBe(yves.userId);
  await harness.ask(usersDisable, { username: 'yves', disabled: true });
  expect(await base()).toBe(anna.userId);
});
