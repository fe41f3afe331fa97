import AxeBuilder from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { chromiumPath, startChromium } from '../front-door/browser.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const inBrowser = chromiumPath === undefined ? describe.skip : describe;
if (chromiumPath === undefined) console.log('The reference is not tested: Chromium is not installed.');

/** Milliseconds: the page renders every operation, on a machine with other suites. */
const patience = 120_000;

inBrowser('the reference of the API', () => {
  let world: World;
  let user: TestUser;
  let browser: Browser;

  beforeAll(async () => {
    world = await worldInCommon();
    user = await world.createUser({ role: 'multiplier' });
    browser = await startChromium();
  });

  afterAll(async () => {
    await browser?.close();
  });

  /** The page of a signed-in user, with what it has logged as an error and the hosts that it has asked. */
  const open = async (options: BrowserContextOptions = {}) => {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(patience);
    const problems: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
    });
    await page.goto(`${world.gatewayUrl}/docs/api/`);
    await page.getByLabel('Username or e-mail').fill(user.username);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(`Signed in as ${user.displayName}`).waitFor();
    await page.locator('#reference[aria-busy="false"] #operations-tag-Records').waitFor();
    return { page, problems, hosts };
  };

  test('a signed-in user creates a contact with the example of the page', async () => {
    const { page, problems, hosts } = await open();
    await page.locator('#operations-tag-Records').click();
    const create = page.locator('#operations-Records-recordsCreate');
    await create.locator('.opblock-summary-control').click();
    await create.locator('select').first().selectOption('contacts');
    await create.locator('textarea').fill('{"name": "Amina Example"}');
    await create.getByRole('button', { name: 'Execute' }).click();
    await create.locator('.live-responses-table').getByText('"Amina Example"').first().waitFor();
    expect(problems).toEqual([]);
    expect([...hosts]).toEqual([new URL(world.gatewayUrl).origin]);
  });

  test('an operation is opened with the keyboard', async () => {
    const { page } = await open();
    await page.locator('#operations-tag-Records button').focus();
    await page.keyboard.press('Enter');
    const create = page.locator('#operations-Records-recordsCreate');
    await create.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await create.locator('textarea').first().waitFor();
  });

  test('the session ends with a click, and the document is the general one again', async () => {
    const { page } = await open();
    await page.reload();
    await page.getByText(`Signed in as ${user.displayName}`).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await page.locator('#reference[aria-busy="false"]').waitFor();
    await page.locator('#operations-tag-Records').click();
    await page.locator('#operations-Records-recordsCreate .opblock-summary-control').click();
    await page.locator('tr[data-param-name="post_type"] input').waitFor();
    expect(await page.locator('tr[data-param-name="post_type"] select').count()).toBe(0);
  });

  test('a wrong password is explained', async () => {
    const page = await browser.newPage();
    await page.goto(`${world.gatewayUrl}/docs/api/`);
    await page.getByLabel('Username or e-mail').fill(user.username);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page
      .getByRole('status')
      .getByText(/credentials/i)
      .waitFor();
  });

  test.each<[string, BrowserContextOptions]>([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['phone width', { viewport: { width: 375, height: 812 } }],
  ])('breaks no rule of accessibility and is no wider than the screen in %s', async (_name, options) => {
    const { page } = await open(options);
    await page.locator('#operations-tag-Records').click();
    await page.locator('#operations-Records-recordsUpdate .opblock-summary-control').click();
    await page.locator('#operations-Records-recordsUpdate .responses-table').waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
    const excess = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(excess).toBeLessThanOrEqual(0);
  });
});
