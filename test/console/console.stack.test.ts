import AxeBuilder from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { temporaryDirectory } from '@svc/testing';
import { chromiumPath, startChromium } from '../front-door/browser.ts';
import { npmStart, type NpmStart } from '../front-door/npm-start.ts';

const inBrowser = chromiumPath === undefined ? describe.skip : describe;
if (chromiumPath === undefined) console.log('The console is not tested: Chromium is not installed.');

inBrowser('the console', () => {
  let start: NpmStart;
  let browser: Browser;

  beforeAll(async () => {
    start = await npmStart(temporaryDirectory());
    browser = await startChromium();
  }, 200_000);

  afterAll(async () => {
    await browser?.close();
    await start?.stop();
  });

  /** A signed-in user at the start page. `problems` has what the page has logged as an error. */
  const signIn = async (username: string, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(`${start.url}/console`);
    await page.getByLabel('Username or e-mail').fill(username);
    await page.getByLabel('Password').fill(start.password());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    return { page, problems };
  };

  const open = async (page: Page, path: string) => {
    await page.goto(`${start.url}/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  /** Violations of the rules of axe, each with the elements that break it. */
  const violations = async (page: Page) => {
    const { violations: found } = await new AxeBuilder({ page }).analyze();
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  };

  const firstContact = async (page: Page): Promise<string> => {
    await open(page, '/contacts');
    const link = page.locator('tbody th a').first();
    await link.waitFor();
    return new URL((await link.getAttribute('href')) ?? '', start.url).pathname.slice('/console'.length);
  };

  test('a wrong password is explained beside the form, which keeps the user name', async () => {
    const page = await browser.newPage();
    await page.goto(`${start.url}/console`);
    await page.getByLabel('Username or e-mail').fill('dispatcher');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/credentials/i);
    expect(await page.getByLabel('Username or e-mail').inputValue()).toBe('dispatcher');
  });

  describe.each<[string, BrowserContextOptions]>([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['phone width', { viewport: { width: 390, height: 844 } }],
  ])('in %s', (_name, options) => {
    test('no page breaks a rule of accessibility, logs an error or is wider than the screen', async () => {
      const { page, problems } = await signIn('dispatcher', options);
      const contact = await firstContact(page);
      for (const path of ['', '/contacts', '/contacts/new', contact]) {
        await open(page, path);
        await page.waitForLoadState('networkidle');
        expect([path, await violations(page)]).toEqual([path, []]);
        const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect([path, await page.evaluate<number>(excess)]).toEqual([path, 0]);
      }
      expect(problems).toEqual([]);
    });
  });

  test.each(['administrator', 'dispatcher', 'multiplier', 'partner'])(
    'the list of %s has as many contacts as the API answers them',
    async (username) => {
      const { page } = await signIn(username);
      const { list } = await start.signIn(username);
      const answer = (await list('contacts?limit=0')) as { total?: number; message?: string };
      await open(page, '/contacts');
      const shown = answer.message ?? String(answer.total);
      await page.getByText(shown, { exact: true }).first().waitFor();
    },
  );

  test('a record is created, edited, commented, shared and deleted', async () => {
    const { page } = await signIn('dispatcher');
    await open(page, '/contacts/new');
    await page.getByLabel('Name', { exact: true }).fill('Console Example');
    await page.getByLabel('Phone').fill('+99 555 0199');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Console Example' }).waitFor();

    await page.getByRole('button', { name: 'Edit: Status' }).click();
    await page.getByLabel('Contact Status').selectOption({ label: 'Paused' });
    await page.getByText('Saved: Contact Status').waitFor();

    await page.getByRole('textbox', { name: 'Comment' }).fill('Met at the market');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Met at the market' }).waitFor();

    await page.getByRole('combobox', { name: 'Share with' }).fill('mona');
    await page.getByRole('option', { name: /Mona Multiplier/ }).click();
    await page.getByRole('button', { name: 'Remove Mona Multiplier' }).waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Contacts' }).waitFor();
  });

  test('a change on top of another one is offered beside it, and can be added', async () => {
    const { page } = await signIn('dispatcher');
    const path = await firstContact(page);
    await open(page, path);
    await page.getByRole('button', { name: 'Edit: Details' }).click();
    const other = await signIn('dispatcher');
    await open(other.page, path);
    await other.page.getByRole('button', { name: 'Edit: Details' }).click();
    await other.page.getByLabel('Nickname').fill('theirs');
    await other.page.getByLabel('Nickname').blur();
    await other.page.getByText('Saved: Nickname').waitFor();

    await page.getByLabel('Nickname').fill('mine');
    await page.getByLabel('Nickname').blur();
    const dialog = page.getByRole('dialog', { name: 'This record has changed' });
    await dialog.getByRole('cell', { name: 'theirs' }).waitFor();
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Saved: Nickname').waitFor();
    expect(await page.getByLabel('Nickname').inputValue()).toBe('mine');
  });

  test('the sign-in page speaks the language of the browser, from right to left where it is written so', async () => {
    const context = await browser.newContext({ locale: 'ar' });
    const page = await context.newPage();
    await page.goto(`${start.url}/console`);
    await page.getByRole('button', { name: 'تسجيل الدخول' }).waitFor();
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    expect(await violations(page)).toEqual([]);
  });

  test('an expired token is renewed unseen, and signing out ends the session', async () => {
    const { page } = await signIn('dispatcher');
    const token = () => page.evaluate<string>(`JSON.parse(sessionStorage['records-session']).token`);
    const first = await token();
    await page.evaluate(
      `sessionStorage['records-session'] = JSON.stringify({ ...JSON.parse(sessionStorage['records-session']), expiresAt: 0 })`,
    );
    await open(page, '/contacts');
    await page.locator('tbody th a').first().waitFor();
    expect(await token()).not.toBe(first);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
  });

  test('Ctrl+K finds a record by keyboard alone', async () => {
    const { page } = await signIn('dispatcher');
    await open(page, '/contacts');
    const name = (await page.locator('tbody th a').first().textContent()) ?? '';
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog', { name: 'Search' }).locator('input:focus').waitFor();
    await page.keyboard.type(name);
    await page.getByRole('option', { name }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name }).waitFor();
  });

  test('a list is filtered, sorted and exported', async () => {
    const { page } = await signIn('dispatcher');
    await open(page, '/contacts');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Field').selectOption({ label: 'Contact Status' });
    await page.getByRole('group', { name: 'Contact Status' }).getByLabel('Paused').check();
    await page.getByRole('button', { name: 'Remove Contact Status: Paused' }).waitFor();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page
      .getByRole('columnheader', { name: 'Name', exact: false })
      .and(page.locator('[aria-sort]'))
      .waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('contacts.csv');
  });
});
