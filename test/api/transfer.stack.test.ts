import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { recordsImportLocations } from '@svc/contracts';
import { openRoad, type FaultyRoad } from '../support/faulty-road.ts';
import { gridRows } from '../support/grid.ts';
import { api, done, make, type Api } from '../support/http.ts';
import { createLink, transferTokenOf, type TestLink } from '../support/site-link.ts';
import { openWorld, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

/** An installation with somebody who may do everything there, and the road that leads to it. */
interface Site {
  world: World;
  ada: Api;
  road: FaultyRoad;
}

interface Comment {
  comment_author: string;
  comment_content: string;
  comment_date_gmt: string;
  user_id: string;
}

let here: Site;
let there: Site;
/** The link, as the sending site has it. */
let outward: TestLink;

beforeAll(async () => {
  [here, there] = await Promise.all([openSite(), openSite()]);
  const sides = { site1: here.road.url, site2: there.road.url, token: randomBytes(32).toString('hex') };
  outward = await createLink(here.world, { ...sides, label: 'There', type: 'contact_sharing' });
  await createLink(there.world, { ...sides, label: 'Here', type: 'contact_sharing' });
});

afterEach(() => {
  there.road.losesAnswers = false;
});

afterAll(async () => {
  for (const site of [here, there]) {
    site?.road.close();
    await site?.world.close();
  }
});

/** Its public address is the road: what leads to it can be lost. */
async function openSite(): Promise<Site> {
  const road = await openRoad();
  const env = {
    NAMESPACE_PREFIXES: 'svc,dt',
    DEBUG_MODE: 'true',
    PUBLIC_URL: road.url,
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
  };
  const world = await openWorld({ instances: { search: 0 }, env });
  road.target = world.gatewayUrl;
  await world.ask(recordsImportLocations, { rows: [...gridRows] });
  const user = await world.createUser({ role: 'administrator', displayName: 'Ada' });
  return { world, ada: api(world, user.token), road };
}

const create = ({ ada }: Site, json: object) => make(ada, contacts, json);
const get = async ({ ada }: Site, id: number) => (await ada.get(`${contacts}/${id}`)).body;
/** Comments that come with a write or over a link are there soon, but not before the answer. */
const commentsOn = async ({ ada, world }: Site, id: number) => {
  await world.settled();
  return (await ada.get<{ comments: Comment[] }>(`${contacts}/${id}/comments`)).body.comments;
};
const named = async ({ ada }: Site, name: string) => {
  const query = { name: [name], limit: 100, fields_to_return: ['name'] };
  const { body } = await ada.get<{ posts: { ID: number }[] }>(contacts, { query });
  return body.posts.map(({ ID }) => ID);
};
const transfer = ({ ada }: Site, contactId: number, link: TestLink) =>
  ada.post(`${contacts}/transfer`, { json: { contact_id: contactId, site_post_id: link.id } });
const arrived = async (name: string) => {
  const [id = 0, ...others] = await named(there, name);
  expect(others).toEqual([]);
  return { id, contact: await get(there, id), comments: await commentsOn(there, id) };
};

describe('a contact that is transferred', () => {
  test('is at the other site with its values and comments and is closed here', async () => {
    const [place] = gridRows;
    const id = await create(here, {
      name: 'Amina <b>& Co',
      nickname: 'Mina',
      type: 'access',
      gender: 'female',
      seeker_path: 'met',
      milestones: { values: [{ value: 'milestone_has_bible' }, { value: 'milestone_belief' }] },
      tags: { values: [{ value: 'ä, b' }] },
      contact_phone: { values: [{ value: '+1 555' }, { value: '+2 555' }] },
      contact_email: { values: [{ value: 'amina@example.test' }] },
      baptism_date: '2024-02-29',
      sources: { values: [{ value: 'web' }] },
      location_grid: { values: [{ value: place?.grid_id }] },
      notes: ['A note of Ada'],
    });
    expect(await transfer(here, id, outward)).toMatchObject({ status: 200, body: true });

    const { contact, comments, id: newId } = await arrived('Amina');
    const before = await get(here, id);
    for (const key of ['name', 'nickname', 'gender', 'seeker_path', 'milestones', 'tags', 'baptism_date'])
      expect([key, contact[key]]).toEqual([key, before[key]]);
    expect(contact).toMatchObject({
      type: { key: 'access' },
      overall_status: { key: 'unassigned' },
      sources: ['transfer'],
      assigned_to: { display: 'Ada' },
      location_grid: [{ id: place?.grid_id }],
      contact_phone: [{ value: '+1 555' }, { value: '+2 555' }],
      contact_email: [{ value: 'amina@example.test' }],
    });
    expect(comments.map(({ comment_author: author, comment_content: text }) => [author, text])).toEqual(
      expect.arrayContaining([
        [expect.stringMatching(/^Transfer Bot \(\d+\)$/), 'A note of Ada'],
        ['Transfer Bot', expect.stringMatching(/^@\[Ada\]\(\d+\), Contact transferred from site "Here"$/)],
      ]),
    );
    expect(before).toMatchObject({ overall_status: { key: 'closed' }, reason_closed: { key: 'transfer' } });
    const link = `[link](${there.road.url}/contacts/${newId})`;
    expect(await commentsOn(here, id)).toContainEqual(
      expect.objectContaining({
        comment_author: 'Ada',
        comment_content: `This contact was transferred to There for further follow-up. ${link}`,
      }),
    );
  });

  test('arrives with changes made after a lost answer', async () => {
    const id = await create(here, { name: 'Fatima', nickname: 'Before' });
    there.road.losesAnswers = true;
    expect(await transfer(here, id, outward)).toMatchObject({
      status: 500,
      body: { code: 'transfer', message: expect.stringContaining(' did not answer completely') },
    });
    const json = { nickname: 'After', notes: ['Written meanwhile'] };
    await here.ada.post(`${contacts}/${id}`, { json });
    there.road.losesAnswers = false;
    expect(await transfer(here, id, outward)).toMatchObject({ status: 200, body: true });
    const { comments } = await arrived('Fatima');
    const texts = comments.map(({ comment_content: text }) => text);
    expect(texts).toContain('Written meanwhile');
    expect(texts).toContain('Changed while the contact was on its way:\nnickname: After');
  });
});

describe('the site that sent a contact', () => {
  const known = async (name: string) => {
    const id = await create(here, { name });
    await transfer(here, id, outward);
    return { id, theirs: await arrived(name) };
  };

  test('sends an update to the receiving site', async () => {
    const { id, theirs } = await known('Hadi');
    const json = { contact_id: id, update: 'He called @[again](1)' };
    const sent = await here.ada.post(`${contacts}/transfer/summary/send-update`, { json });
    expect(sent).toMatchObject({ status: 200, body: { success: true } });
    expect(await commentsOn(there, theirs.id)).toContainEqual(
      expect.objectContaining({
        comment_author: 'Transfer Bot - Here',
        comment_content: 'He called @again',
        user_id: '0',
      }),
    );
  });

  test('reads the state of its contacts', async () => {
    const start = Math.floor(Date.now() / 1000) - 60;
    const { theirs } = await known('Tabitha');
    const change = { overall_status: 'active', milestones: { values: [{ value: 'milestone_belief' }] } };
    await done(there.ada.post(`${contacts}/${theirs.id}`, { json: change }));
    const bearer = api(there.world, transferTokenOf(outward));
    const form = { start, end: start + 3_600 };
    const milestone = { milestones: 'States Belief', value: expect.stringMatching(/^[1-9]/) };
    for (const path of [contacts, contacts.replace('svc', 'dt')]) {
      const { body } = await bearer.post(`${path}/transfer/metrics`, { form });
      expect(body).toMatchObject({
        total: expect.stringMatching(/^[1-9]\d*$/),
        statuses_current: expect.arrayContaining([{ status: 'Active', count: expect.any(String) }]),
        milestones_current: expect.arrayContaining([milestone]),
        milestones_changes: expect.arrayContaining([milestone]),
      });
    }
    expect(await bearer.post(`${contacts}/transfer/metrics`)).toMatchObject({
      status: 400,
      body: { message: 'Missing date range' },
    });
    expect(await there.ada.post(`${contacts}/transfer/metrics`, { form })).toMatchObject({
      status: 400,
      body: { message: 'Missing permissions' },
    });
  });

  test('cannot read or change other contacts of the receiving site', async () => {
    const { id } = await known('Ines');
    const bearer = api(there.world, transferTokenOf(outward));
    const form = { contact_id: id, transfer_foreign_key: '0'.repeat(64), update: 'x' };
    const asked = (path: string, sent: object) => bearer.post(`${contacts}/${path}`, { form: { ...sent } });
    expect(await asked('transfer/summary', form)).toMatchObject({ status: 404 });
    expect(await asked('transfer/summary/receive-update', form)).toMatchObject({ status: 404 });
    const comments = {
      post_id: id,
      transfer_foreign_key: '0'.repeat(64),
      comments: [{ comment_content: 'x' }],
    };
    expect(await asked('receive-transfer/comments', comments)).toMatchObject({
      status: 404,
      body: { message: 'Could not find post to update' },
    });
  });
});
