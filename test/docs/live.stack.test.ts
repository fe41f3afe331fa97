import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { chromiumPath, startChromium } from '../front-door/browser.ts';
import { api, done, make } from '../support/http.ts';
import { worldInCommon } from '../support/world.ts';

const guide = join(import.meta.dirname, '../../docs/guides/live.md');
const contacts = 'svc-posts/v2/contacts';

/** The list of the guide that updates itself. */
const [, source = ''] = /^```html\n([\s\S]*?)^```$/m.exec(readFileSync(guide, 'utf8')) ?? [];

test('the list of the guide has 30 lines at most', () => {
  expect(source).toContain('EventSource');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
});

const inBrowser = chromiumPath === undefined ? test.skip : test;

inBrowser(
  'the list of the guide follows what others create, change and no longer share, without a reload',
  async () => {
    const world = await worldInCommon();
    const mona = await world.createUser({ role: 'multiplier' });
    const carl = api(world, (await world.createUser({ role: 'multiplier' })).token);
    const assigned = (name: string) => ({ name, assigned_to: mona.id });
    const shared = await make(carl, contacts, { name: 'Shared with Mona' });
    await done(carl.post(`${contacts}/${shared}/shares`, { json: { user_id: mona.id } }));
    await make(api(world, mona.token), contacts, { name: 'Amina Own' });
    const browser = await startChromium();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      let loads = 0;
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('load', () => (loads += 1));
      await page.addInitScript(`sessionStorage.token = ${JSON.stringify(mona.token)}`);
      const address = `${world.gatewayUrl}/list.html`;
      await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: source }));
      await page.goto(address);
      const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await item('Amina Own').waitFor();
      await item('Shared with Mona').waitFor();

      const id = await make(carl, contacts, assigned('Created by Carl'));
      await item('Created by Carl').waitFor();
      await done(carl.post(`${contacts}/${id}`, { json: { name: 'Renamed by Carl' } }));
      await item('Renamed by Carl').waitFor();
      expect(await item('Created by Carl').count()).toBe(0);
      await done(carl.delete(`${contacts}/${shared}/shares`, { json: { user_id: mona.id } }));
      await item('Shared with Mona').waitFor({ state: 'detached' });

      // A change whose answer is late is applied before the end of the share that follows it.
      const late = await make(carl, contacts, { name: 'Late' });
      await done(carl.post(`${contacts}/${late}/shares`, { json: { user_id: mona.id } }));
      await item('Late').waitFor();
      const held = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      await page.route(`**/${contacts}/${late}`, async (route) => {
        const response = await route.fetch();
        held.resolve();
        await released.promise;
        await route.fulfill({ response });
      });
      await done(carl.post(`${contacts}/${late}`, { json: { name: 'Later' } }));
      await held.promise;
      await done(carl.delete(`${contacts}/${late}/shares`, { json: { user_id: mona.id } }));
      await make(carl, contacts, assigned('Last of Carl'));
      released.resolve();
      await item('Last of Carl').waitFor();
      const texts = await page.getByRole('listitem').allTextContents();
      expect(texts).toEqual(expect.arrayContaining(['Amina Own', 'Renamed by Carl']));
      expect(texts.filter((text) => /Later?$|Shared|undefined/.test(text))).toEqual([]);
      expect(problems).toEqual([]);
      expect(loads).toBe(1);
    } finally {
      await browser.close();
    }
  },
  60_000,
);
