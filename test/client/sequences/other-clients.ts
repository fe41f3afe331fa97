import { beforeAll, expect, test } from '@jest/globals';
import { api } from '../../support/http.ts';
import type { TestUser, World } from '../../support/world.ts';
import { clientOf, type Client } from './client.ts';

const contacts = 'dt-posts/v2/contacts';

/** Plugins that use a few endpoints each. */
export function otherClients(world: () => World): void {
  let mona: TestUser;
  let page: Client;

  beforeAll(async () => {
    mona = await world().createUser({ role: 'multiplier', displayName: 'Mona' });
    page = clientOf(api(world(), mona.token));
  });

  test('an import sends a record for each row, several at once, and updates them', async () => {
    const path = `${contacts}?silent=true&check_for_duplicates=contact_phone,contact_email`;
    const row = (index: number) => ({
      title: `Row ${index}`,
      assigned_to: mona.id,
      notes: ['From the list'],
      x_rating: 3,
      age: '<26',
      contact_phone: [{ value: `0151 900 ${index}` }],
      tags: { values: [{ value: 'imported' }] },
      contact_address: { values: [{ value: '12 Street' }] },
      location_grid: { values: [{ value: '101' }] },
      requires_update: true,
      baptism_date: index % 2 ? '2024-01-02' : '',
    });
    const made = await Promise.all([0, 1, 2, 3].map((index) => page.post(path, row(index))));
    for (const [index, record] of made.entries()) {
      expect(record).toMatchObject({
        ID: expect.any(Number),
        post_type: 'contacts',
        permalink: expect.any(String),
        name: `Row ${index}`,
        contact_address: [{ value: '12 Street' }],
        tags: ['imported'],
        x_rating: 3,
        requires_update: true,
      });
      expect(Boolean(record['baptism_date'])).toBe(index % 2 === 1);
    }
    expect(await page.post(path, row(2))).toMatchObject({ ID: made[2]?.['ID'] });
    const first = `${contacts}/${String(made[0]?.['ID'])}`;
    expect(await page.post(`${first}?silent=true`, { nickname: 'Zero' })).toMatchObject({ nickname: 'Zero' });
    expect(await page.get(`${first}/comments`)).toMatchObject({
      comments: [{ comment_content: 'From the list' }],
    });
  });
}
