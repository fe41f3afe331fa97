import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath, startChromium } from '../front-door/browser.ts';
import { api, make } from '../support/http.ts';
import { colorViolations, violations } from '../support/violations.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const inBrowser = chromiumPath === undefined ? describe.skip : describe;
if (chromiumPath === undefined)
  console.log('The examples of pages are not tested: Chromium is not installed.');

/** Light, dark and as wide as a phone. */
const looks = [
  { colorScheme: 'light', width: 1280, find: violations },
  { colorScheme: 'dark', width: 1280, find: colorViolations },
  { colorScheme: 'light', width: 375, find: violations },
] as const;

inBrowser('the examples of pages', () => {
  let world: World;
  let user: TestUser;
  let browser: Browser;

  beforeAll(async () => {
    world = await worldInCommon();
    user = await world.createUser({ role: 'multiplier' });
    const owner = api(world, user.token);
    for (let at = 0; at < 30; at += 1) await make(owner, 'svc-posts/v2/contacts', { name: `Amina ${at}` });
    browser = await startChromium();
  });

  afterAll(async () => {
    await browser?.close();
  });

  /** A page of the documentation with a signed-in user, and what it has logged as an error. */
  const open = async (path: string) => {
    const page = await (await browser.newContext()).newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      // The browser logs a refusal, which an example may show.
      if (message.type() === 'error' && !message.text().includes('status of 400'))
        problems.push(message.text());
    });
    await page.goto(`${world.gatewayUrl}/docs/${path}`);
    await page.getByLabel('Username or e-mail').fill(user.username);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(`Signed in as ${user.displayName}`).waitFor();
    return { page, problems };
  };

  test.each([
    ['reference/list-query.md', 15],
    ['reference/list-pages.md', 1],
    ['reference/connected-fields.md', 1],
    ['guides/numbers.md', 4],
    ['guides/search.md', 1],
  ])(
    'those of %s get the documented status, and the page breaks no rule of accessibility',
    async (path, count) => {
      const { page, problems } = await open(path);
      const documented = await page.locator('code[data-runs]').allTextContents();
      const buttons = await page.getByRole('button', { name: /^Try it/ }).all();
      expect(buttons).toHaveLength(count);
      for (const button of buttons) await button.click();
      for (const [at, text] of documented.entries()) {
        const status = /^→ (\d+)/m.exec(text)?.[1] ?? '200';
        await page.locator('.try [role="status"]').nth(at).getByText(`Status ${status}`).waitFor();
      }
      for (const { colorScheme, width, find } of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 812 });
        expect(await find(page)).toEqual([]);
        const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate<number>(excess)).toBe(0);
      }
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  test('an example of a list leads to the next page and back', async () => {
    const { page } = await open('reference/list-pages.md');
    const answer = page.locator('.try pre');
    await page.getByRole('button', { name: /^Try it/ }).click();
    await answer.getByText('"total": 30').waitFor();
    const first = await answer.textContent();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByRole('button', { name: 'Next page' }).waitFor();
    expect(JSON.parse((await answer.textContent()) ?? '').posts).toEqual(JSON.parse(first ?? '').posts);
  });
});
