import { expect } from '@jest/globals';
import { recordsImportLocations } from '@svc/contracts';
import { sideBySide } from '@svc/service-kit';
import { gridRows } from '../support/grid.ts';
import { api } from '../support/http.ts';
import type { TestUser, World } from '../support/world.ts';
import { fillFiles } from './fill-files.ts';

/** So many groups have so many contacts between them. */
export const groupsOf = (contacts: number) => Math.max(3, contacts / 100);

/** Fills an installation with something of all that is carried over, and with so many contacts. */
export async function fillSource(source: World, ada: TestUser, size: number): Promise<void> {
  const mona = await source.createUser({ role: 'multiplier', username: 'mona', displayName: 'Mona' });
  const mike = await source.createUser({ role: 'multiplier', username: 'mike', displayName: 'Mike' });
  const as = (user: TestUser) => {
    const http = api(source, user.token);
    return async (path: string, json: object): Promise<Record<string, unknown>> => {
      const { status, body } = await http.post(`dt-posts/v2/${path}`, { json });
      expect({ path, status, message: status === 200 || body }).toEqual({ path, status: 200, message: true });
      return body;
    };
  };
  const made = async (user: TestUser, type: string, json: object) =>
    Number((await as(user)(type, json))['ID']);
  await source.ask(recordsImportLocations, { rows: [...gridRows] });
  await source.createUser({ role: 'guide', username: 'gina', displayName: 'Gina' });
  const people = await made(ada, 'peoplegroups', { name: 'People of the hills' });
  const groups = await inTurns(groupsOf(size), (number) => made(ada, 'groups', { name: `Group ${number}` }));
  const contacts = await inTurns(size, (number) =>
    made(number % 2 === 0 ? mona : ada, 'contacts', {
      name: `Contact ${number}`,
      post_date: `2019-03-${String((number % 28) + 1).padStart(2, '0')} 10:00:00`,
      type: 'access',
      nickname: `Number ${number}`,
      tags: { values: [{ value: `tag ${number % 5}` }] },
      ...(number % 2 === 1 && {
        groups: { values: [{ value: groups[number % groups.length], meta: { role: `of ${number}` } }] },
      }),
      ...(number % 4 === 0 && { assigned_to: mike.id }),
    }),
  );
  const [first, second, third] = contacts as [number, number, number];
  await as(ada)(`contacts/${first}`, {
    gender: 'male',
    x_rating: 4,
    x_story: 'In two\nlines',
    x_appointment: '2021-05-06 07:08:09',
    x_links: { values: [{ type: 'site', value: 'https://example.org' }] },
    baptism_date: '2018-12-31',
    contact_phone: [{ value: '+49 151 2345', verified: true }, { value: '555' }],
    contact_address: [{ value: 'Main Street 1' }],
    milestones: { values: [{ value: 'milestone_belief' }] },
    location_grid: { values: [{ value: 101 }] },
    people_groups: { values: [{ value: people }] },
    relation: { values: [{ value: second }] },
    baptized_by: { values: [{ value: third }] },
    subassigned: { values: [{ value: mona.contactId }] },
    favorite: true,
    tasks: { values: [{ value: 'call', date: '2030-01-02', category: 'reminder' }] },
    requires_update: true,
  });
  await as(ada)(`contacts/${first}`, {
    contact_phone: [],
    nickname: 'Changed',
    tags: { values: [{ value: 'tag 1', delete: true }] },
  });
  await as(ada)(`contacts/${first}/shares`, { user_id: mike.id });
  await made(ada, 'visits', {
    name: 'In May',
    state: 'over',
    guests: 3,
    hosts: { values: [{ value: first }, { value: second }] },
  });
  await as(ada)(`contacts/${third}`, {
    x_steps: { values: [{ value: 'met' }] },
    location_grid_meta: { values: [{ grid_id: 200, label: 'There' }] },
  });
  await fillFiles(source, mona, first);
  await as(ada)(`groups/${groups[0]}`, {
    parent_groups: { values: [{ value: groups[1] }] },
    leaders: { values: [{ value: first }] },
  });
  const said = await as(ada)(`contacts/${first}/comments`, {
    comment: `@[Mona](${mona.id}) look: <a href="https://example.org">here</a>`,
    date: '2019-04-05 06:07:08',
    meta: { lang: 'en', seen: ['a', 'b'] },
  });
  await as(mona)(`contacts/${first}/comments/${String(said['comment_ID'])}/react`, {
    reaction: 'reaction_heart',
  });
  await as(mona)(`contacts/${second}/comments`, {
    comment: 'Called, no answer',
    comment_type: 'contact_phone',
  });
  const filter = {
    ID: 'f1',
    name: 'Of Mike',
    query: { assigned_to: [String(mike.id)], groups: [String(groups[0])] },
    labels: [],
  };
  const { status } = await api(source, ada.token).post('dt/v1/users/save_filters', {
    json: { post_type: 'contacts', filter },
  });
  expect(status).toBe(200);
}

/** What is made of the numbers from 1 to the last, eight of them at a time. */
export const inTurns = <Made>(last: number, make: (number: number) => Promise<Made>): Promise<Made[]> =>
  sideBySide(Array(last).keys(), 8, (index) => make(index + 1));
