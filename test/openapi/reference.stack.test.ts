import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, startChromium } from '../front-door/browser.ts';
import { colorViolations, violations } from '../support/violations.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const inBrowser = chromiumPath === undefined ? describe.skip : describe;
if (chromiumPath === undefined) console.log('The reference is not tested: Chromium is not installed.');

/** Milliseconds: the page renders every operation, on a machine with other suites. */
const patience = 120_000;

/** Until then texts have colours between the old and the new ones. */
const settledColours = `Promise.allSettled(
  document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : [])),
).then(() => true)`;

inBrowser('the reference of the API', () => {
  let world: World;
  let user: TestUser;
  let browser: Browser;
  /** The page of a signed-in user for all tests, since it renders every operation each time that it is loaded. */
  let page: Page;
  /** What the page has logged as an error. */
  const problems: string[] = [];
  /** The hosts that it has asked. */
  const hosts = new Set<string>();

  const signIn = async (on: Page, password: string) => {
    await on.goto(`${world.gatewayUrl}/docs/api/`);
    await on.getByLabel('Username or e-mail').fill(user.username);
    await on.getByLabel('Password').fill(password);
    await on.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  /** Waits until the page has the document as the user may see it. */
  const signedIn = async () => {
    await page.getByText(`Signed in as ${user.displayName}`).waitFor();
    await page.locator('#reference[aria-busy="false"] #operations-tag-Records').waitFor();
  };

  beforeAll(async () => {
    world = await worldInCommon();
    user = await world.createUser({ role: 'multiplier' });
    browser = await startChromium();
    page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(patience);
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
    });
    await signIn(page, user.password);
    await signedIn();
  });

  afterAll(async () => {
    await browser?.close();
  });

  test('an operation is opened with the keyboard', async () => {
    await page.locator('#operations-tag-Records button').focus();
    await page.keyboard.press('Enter');
    const create = page.locator('#operations-Records-recordsCreate');
    await create.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await create.locator('textarea').first().waitFor();
  });

  test('a signed-in user creates a contact with the example of the page', async () => {
    const create = page.locator('#operations-Records-recordsCreate');
    await create.locator('select').first().selectOption('contacts');
    await create.locator('textarea').fill('{"name": "Amina Example"}');
    await create.getByRole('button', { name: 'Execute' }).click();
    await create.locator('.live-responses-table').getByText('"Amina Example"').first().waitFor();
    await create.locator('.opblock-summary-control').click();
    await create.locator('textarea').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    expect([...hosts]).toEqual([new URL(world.gatewayUrl).origin]);
  });

  test.each([
    ['light', { colorScheme: 'light', width: 1280, find: violations }],
    ['dark', { colorScheme: 'dark', width: 1280, find: colorViolations }],
    ['phone width', { colorScheme: 'light', width: 375, find: violations }],
  ] as const)(
    'breaks no rule of accessibility and is no wider than the screen in %s',
    async (_name, look) => {
      await page.emulateMedia({ colorScheme: look.colorScheme });
      await page.setViewportSize({ width: look.width, height: 812 });
      const update = page.locator('#operations-Records-recordsUpdate');
      const answers = update.locator('.responses-table');
      if ((await answers.count()) === 0) await update.locator('.opblock-summary-control').click();
      await answers.waitFor();
      await page.evaluate(settledColours);
      expect(await look.find(page)).toEqual([]);
      const excess = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect(excess).toBeLessThanOrEqual(0);
    },
  );

  test('the session ends with a click, and the document is the general one again', async () => {
    // Without the address of an operation, which would be opened again.
    await page.goto(`${world.gatewayUrl}/docs/api/`);
    await signedIn();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await page.locator('#reference[aria-busy="false"]').waitFor();
    await page.locator('#operations-tag-Records').click();
    await page.locator('#operations-Records-recordsCreate .opblock-summary-control').click();
    await page.locator('tr[data-param-name="post_type"] input').waitFor();
    expect(await page.locator('tr[data-param-name="post_type"] select').count()).toBe(0);
  });

  test('a wrong password is explained', async () => {
    await signIn(page, 'wrong');
    await page
      .getByRole('status')
      .getByText(/credentials/i)
      .waitFor();
  });
});
