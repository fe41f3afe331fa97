import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from '@jest/globals';
import { api } from '../../support/http.ts';
import { createLink, overHttps } from '../../support/site-link.ts';
import type { World } from '../../support/world.ts';
import { clientOf, type Client, type Fields } from './client.ts';

const contacts = 'dt-posts/v2/contacts';
const secure = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };

/** The app of an integration platform (Make): an API key, the settings of a type, and one record at a time. */
export function integration(world: () => World): void {
  let token: string;
  let app: Client;
  let reader: Client;

  beforeAll(async () => {
    const link = await createLink(world(), { label: 'Integration', api_key: true, non_product: true });
    token = link.token ?? '';
    app = clientOf(overHttps(world(), token));
    reader = clientOf(api(world(), (await world().createUser({ role: 'administrator' })).token));
  });

  test('builds its form from the settings, which it gets with a body', async () => {
    const { fields } = await getWithBody<{ fields: Record<string, Fields> }>(`${contacts}/settings`);
    const offered = [
      'text',
      'textarea',
      'communication_channel',
      'date',
      'boolean',
      'key_select',
      'multi_select',
    ];
    for (const [key, field] of Object.entries(fields)) {
      if (field['hidden'] || field['private'] || !offered.includes(String(field['type']))) continue;
      expect([key, field['name']]).toEqual([key, expect.stringMatching(/\w/)]);
      if (!String(field['type']).endsWith('_select')) continue;
      for (const { label } of Object.values(field['default'] as Record<string, Fields>))
        expect([key, label]).toEqual([key, expect.any(String)]);
    }
    expect(fields).toMatchObject({ name: { name: 'Name', required: true }, tags: { type: 'tags' } });
  });

  /** `fetch` sends no body with GET. */
  async function getWithBody<Body>(path: string): Promise<Body> {
    const type = { 'content-type': 'application/json', 'content-length': '2' };
    const headers = { ...secure, ...type, authorization: `Bearer ${token}` };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(`${world().gatewayUrl}/wp-json/${path}`, { headers }, resolve);
      sent.on('error', reject).end('{}');
    });
    expect(answer.statusCode).toBe(200);
    return JSON.parse(await text(answer)) as Body;
  }

  test('makes a record of what its modules put together', async () => {
    const made = await app.post(`${contacts}/`, {
      name: 'Bob',
      overall_status: 'active',
      requires_update: true,
      notes: ['n1', 'n2'],
      milestones: { values: [{ value: 'milestone_has_bible' }] },
      tags: { values: [{ value: 'x' }] },
      contact_phone: [{ value: '1' }],
      baptism_date: '2023-11-14T22:13:20.000Z',
    });
    expect(made).toEqual({ ID: expect.any(Number) });
    const path = `${contacts}/${String(made['ID'])}`;
    expect(await reader.get(path)).toMatchObject({
      name: 'Bob',
      overall_status: { key: 'active' },
      tags: ['x'],
      milestones: ['milestone_has_bible'],
      contact_phone: [{ value: '1' }],
      baptism_date: { formatted: '2023-11-14' },
      requires_update: true,
    });
    const { comments } = await reader.get<{ comments: Fields[] }>(`${path}/comments`);
    const notes = comments.map(({ comment_content: note }) => note);
    expect(notes).toEqual(expect.arrayContaining(['n1', 'n2']));
  });
}
