import { beforeAll, expect, test } from '@jest/globals';
import { api } from '../../support/http.ts';
import { createLink, overHttps, transferTokenOf, type TestLink } from '../../support/site-link.ts';
import { uniqueWord, type TestUser, type World } from '../../support/world.ts';
import { clientOf, phpForm, type Client } from './client.ts';

const contacts = 'dt-posts/v2/contacts';
const withDuplicates = `${contacts}?check_for_duplicates=contact_phone,contact_email`;

/** The web form of another site, which sends forms over a link that may only create contacts. */
export function webForm(world: () => World): void {
  let mona: TestUser;
  let link: TestLink;
  let form: Client;
  let reader: Client;
  /** No contact of another session has the same values. */
  const session = uniqueWord();

  beforeAll(async () => {
    mona = await world().createUser({ role: 'multiplier', displayName: 'Mona' });
    link = await createLink(world());
    form = clientOf(overHttps(world(), transferTokenOf(link)));
    reader = clientOf(api(world(), mona.token));
  });

  const filled = () => ({
    title: `Jane & Co ${session}`,
    contact_phone: [{ value: `+33 ${session}` }],
    contact_email: [{ value: `${session}@example.org` }],
    location_grid_meta: { values: [{ lat: 5.5, lng: 4.5, level: 'place', label: 'Harbour' }] },
    milestones: { values: [{ value: 'milestone_has_bible' }] },
    requires_update: true,
    gender: 'female',
    sources: { values: [{ value: 'web' }] },
    campaigns: { values: [{ value: 'c1' }] },
    nickname: null,
    notes: ['First line\nSecond line'],
    tags: [],
    assigned_to: mona.id,
    overall_status: 'assigned',
  });

  test('makes a contact, and only learns its ID', async () => {
    const made = await form.submit(withDuplicates, filled());
    expect(made).toEqual({ ID: expect.any(Number) });
    const path = `${contacts}/${String(made['ID'])}`;
    const contact = await reader.get(path);
    expect(contact).toMatchObject({
      name: `Jane & Co ${session}`,
      gender: { key: 'female' },
      overall_status: { key: 'assigned' },
      sources: ['web'],
      campaigns: ['c1'],
      milestones: ['milestone_has_bible'],
      requires_update: true,
      contact_phone: [{ value: `+33 ${session}` }],
      contact_email: [{ value: `${session}@example.org` }],
      assigned_to: { id: String(mona.id) },
      location_grid_meta: [{ label: 'Harbour' }],
    });
    expect(contact).not.toHaveProperty('tags');
    expect(await reader.get(`${path}/comments`)).toMatchObject({
      comments: [{ comment_content: 'First line\nSecond line', comment_author: 'Web form' }],
    });
    expect(await form.submit(withDuplicates, filled())).toEqual(made);
    const other = await form.submit(contacts, { ...filled(), requires_update: false });
    expect(await reader.get(`${contacts}/${String(other['ID'])}`)).toMatchObject({ requires_update: false });
  });

  test('passes on why it was refused', async () => {
    const before = await reader.get(contacts);
    const answer = await overHttps(world(), transferTokenOf(link)).post(
      contacts,
      phpForm({ ...filled(), favourite_colour: 'blue' }),
    );
    expect(answer.body).toMatchObject({ message: 'One or more fields do not exist', data: { status: 400 } });
    expect(answer.body).not.toHaveProperty('ID');
    expect(await reader.get(contacts)).toEqual(before);
  });
}
