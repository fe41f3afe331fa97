import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { api } from '../../support/http.ts';
import { createLink, overHttps, transferTokenOf, type TestLink } from '../../support/site-link.ts';
import type { World } from '../../support/world.ts';
import { clientOf, type Client, type Fields } from './client.ts';

interface Received {
  status: string;
  created_id: number;
  transfer_foreign_key: string;
}

const contacts = 'dt-posts/v2/contacts';

/** A comment as the other product stores it. */
const comment = (content: string): Fields => ({
  comment_ID: '7',
  comment_post_ID: '555',
  comment_author: 'X',
  comment_author_email: '',
  comment_parent: '0',
  comment_author_url: '',
  comment_author_IP: '',
  comment_karma: '0',
  comment_approved: '1',
  user_id: '44',
  comment_agent: '',
  comment_type: 'comment',
  comment_content: content,
  comment_date: '2020-02-03 04:05:06',
  comment_date_gmt: '2020-02-03 04:05:06',
});

const post = { ID: 555, post_title: 'Jamal', post_type: 'contacts', post_date: '2020-01-02 03:04:05' };

/** The requests with which another installation transfers a contact to this one: forms with a transfer token. */
export function contactTransfer(world: () => World): void {
  let link: TestLink;
  let site: Client;
  let ada: Client;

  beforeAll(async () => {
    ada = clientOf(api(world(), (await world().createUser({ role: 'administrator' })).token));
    const sides = { site1: 'records.example.org', site2: `${randomBytes(4).toString('hex')}.example.org` };
    link = await createLink(world(), { ...sides, label: 'Other site', type: 'contact_sharing' });
    site = clientOf(overHttps(world(), transferTokenOf(link)));
  });

  const commentsOn = async (id: number) => {
    await world().settled();
    const { comments } = await ada.get<{ comments: Fields[] }>(`${contacts}/${id}/comments`);
    return comments.map((each) => [each['comment_author'], each['comment_content']] as [string, string]);
  };

  test('asks first whether the link is good', async () => {
    const door = clientOf(overHttps(world(), undefined));
    const check = 'dt-public/v1/sites/site_link_check';
    expect(await door.submit(check, { transfer_token: transferTokenOf(link) })).toBe(true);
    expect(await door.submit(check, { transfer_token: 'f'.repeat(32) })).toBe(false);
  });

  test('hands a contact over with 200 comments, then the others, and asks later what became of it', async () => {
    const postmeta = {
      contact_phone_4a1: ['+3 555'],
      contact_phone_4a1_details: ['a:0:{}'],
      type: ['media'],
      nickname: ['Jim'],
      milestones: ['milestone_belief', 'milestone_of_theirs'],
      custom_of_theirs: ['kept'],
      _edit_lock: ['1:1'],
      corresponds_to_user: ['1'],
      reason_closed: ['transfer'],
      location_grid: { values: [{ value: '101' }] },
      location_grid_meta: {
        values: [{ grid_id: '200', lng: '40', lat: '10', level: 'place', label: 'Harbour' }],
      },
    };
    const rows = (count: number) => Array.from({ length: count }, (_, index) => comment(`Theirs ${index}`));
    const answer = await site.submit<Received>(`${contacts}/receive-transfer`, {
      transfer_token: transferTokenOf(link),
      contact_data: {
        post: { ...post, guid: 'https://old.test/?p=555' },
        postmeta,
        comments: rows(200),
        people_groups: [],
        transfer_foreign_key: 0,
      },
    });
    const { created_id: id, transfer_foreign_key: key } = answer;
    expect(answer).toMatchObject({ status: 'OK', created_id: expect.any(Number) });
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const contact = await ada.get(`${contacts}/${id}`);
    expect(contact).toMatchObject({
      name: 'Jamal',
      nickname: 'Jim',
      type: { key: 'access' },
      contact_phone: [{ value: '+3 555' }],
      milestones: ['milestone_belief'],
      sources: ['transfer'],
      overall_status: { key: 'unassigned' },
      post_date: { formatted: '2020-01-02' },
      location_grid_meta: [{ label: 'Harbour' }],
      location_grid: [{ label: 'Place 101' }, { label: 'Place 200' }],
    });

    const more = {
      post_id: id,
      transfer_foreign_key: key,
      comments: [comment('The last'), comment('of them')],
    };
    expect(await site.submit(`${contacts}/receive-transfer/comments`, more)).toBe(true);
    const found = await commentsOn(id);
    expect(found.filter(([author]) => author === 'Transfer Bot (44)')).toHaveLength(202);
    const said = found.filter(([author]) => author === 'Transfer Bot').map(([, content]) => content);
    expect(said.sort()).toEqual([
      expect.stringMatching(/^@\[.+\]\(\d+\), Contact transferred from site "Other site"$/),
      'ALERT: Possible duplicate contact from a previous transfer.',
      'The fields of the contact could not store these values:\ncustom_of_theirs: kept\nmilestones: milestone_of_theirs',
    ]);

    const known = { contact_id: post.ID, transfer_foreign_key: key };
    expect(await site.submit(`${contacts}/transfer/summary`, known)).toMatchObject({
      overall_status: { key: 'unassigned', label: 'Dispatch Needed' },
      milestones: ['milestone_belief'],
      seeker_path: { key: 'none', label: expect.any(String) },
    });
    const news = { ...known, update: 'He called again' };
    expect(await site.submit(`${contacts}/transfer/summary/receive-update`, news)).toEqual({ success: true });
    expect(await commentsOn(id)).toContainEqual(['Transfer Bot - Other site', 'He called again']);
  });
}
