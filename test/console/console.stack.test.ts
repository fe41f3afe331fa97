import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { AckPolicy, type NatsConnection } from 'nats';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { eventStream } from '@svc/contracts';
import { busKeyFile, connectBus, createLogger } from '@svc/service-kit';
import { until } from '@svc/testing';
import { colorViolations, violations } from '../support/violations.ts';
import { consoleInBrowser, excessWidth, inBrowser } from './console-in-browser.ts';

const phone = { width: 390, height: 844 };
const wide = { width: 1280, height: 720 };

inBrowser('the console', () => {
  const { api, browser, createContact, firstContact, open, settled, signIn, start } = consoleInBrowser();

  /** Connects to NATS as a process of the installation. */
  async function busAs(identity: 'admin' | 'records'): Promise<NatsConnection> {
    const file = join(start().dataDir, 'instance.json');
    const { natsUrl, natsKeysDir } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const config = { NATS_URL: natsUrl ?? '', NATS_NKEY_FILE: busKeyFile(natsKeysDir ?? '', identity) };
    return connectBus({ config, identity, log: createLogger({ service: identity, level: 'silent' }) });
  }

  /** Expects a page without findings of axe that is no wider than the screen. */
  async function expectAccessible(page: Page, path: string, find = violations): Promise<void> {
    await settled(page);
    expect([path, await find(page), await excessWidth(page)]).toEqual([path, [], 0]);
  }

  /** Opens a page on the narrow screen of a phone, in light; it may become wide and dark then. */
  async function openOnPhone(page: Page, path: string): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(phone);
    await open(page, path);
  }

  // First of all, since the page of operations shows them only some seconds later.
  beforeAll(async () => {
    const ofAdmin = await busAs('admin');
    const { consumers } = await ofAdmin.jetstreamManager();
    await consumers.add(eventStream, {
      durable_name: 'crm-sync',
      filter_subject: 'svc.events.record.contacts.*',
      ack_policy: AckPolicy.Explicit,
    });
    await ofAdmin.close();
    const ofRecords = await busAs('records');
    // Records has not signed it, so every consumer refuses it.
    const event = { type: 'svc.record.updated', subject: 'contacts/999999', data: {} };
    await ofRecords.jetstream().publish('svc.events.record.contacts.updated', JSON.stringify(event));
    await ofRecords.close();
  });

  test('a wrong password is explained beside the form, which keeps the user name', async () => {
    const page = await browser().newPage();
    await page.goto(`${start().url}/console`);
    await page.getByLabel('Username or e-mail').fill('dispatcher');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/credentials/i);
    expect(await page.getByLabel('Username or e-mail').inputValue()).toBe('dispatcher');
  });

  test('no page breaks a rule of accessibility, logs an error or is wider than the screen, light, dark and on a phone', async () => {
    const { page, problems } = await signIn('dispatcher', { viewport: phone });
    const contact = await firstContact(page);
    const other = await createContact('Other Example', { nickname: 'Other' });
    const merge = `${contact}/merge/${other}`;
    const chart = '/contacts?chart=overall_status.bars';
    const table = '/contacts?chart=overall_status.table';
    const own = ['/-/notifications', '/-/profile', '/-/people'];
    for (const path of ['', '/contacts', chart, table, '/contacts/new', contact, merge, ...own]) {
      await openOnPhone(page, path);
      await expectAccessible(page, path);
      await page.setViewportSize(wide);
      await expectAccessible(page, `${path} light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, `${path} dark`, colorViolations);
    }
    expect(problems).toEqual([]);
  });

  test('pages can be read in high contrast, light and dark, and in the colors of the system', async () => {
    const { page, problems } = await signIn('dispatcher');
    const contact = await firstContact(page);
    for (const path of ['', '/contacts?chart=overall_status.bars', contact]) {
      await open(page, path);
      for (const media of [
        { contrast: 'more', colorScheme: 'light' },
        { contrast: 'more', colorScheme: 'dark' },
        { contrast: null, colorScheme: 'light', forcedColors: 'active' },
      ] as const) {
        await page.emulateMedia({ forcedColors: 'none', ...media });
        // The test above checks the same pages with all rules in other colors.
        await expectAccessible(page, `${path} ${JSON.stringify(media)}`, colorViolations);
      }
    }
    expect(problems).toEqual([]);
  });

  test('pages are from right to left in a language that is written so, wide and on a phone', async () => {
    const { page, problems } = await signIn('multiplier', { viewport: phone });
    const send = await api('multiplier');
    await send('POST', 'svc/v1/user/update', { locale: 'ar' });
    try {
      for (const path of ['', '/contacts', '/groups', '/-/notifications', '/-/profile']) {
        await openOnPhone(page, path);
        for (const viewport of [phone, wide]) {
          await page.setViewportSize(viewport);
          await expectAccessible(page, `${path} ${viewport.width}`);
          expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl');
          // The menu begins at the right.
          const { x = 0 } = (await page.locator('.menu a').first().boundingBox()) ?? {};
          expect(x).toBeGreaterThan(viewport.width / 2);
        }
      }
      expect(problems).toEqual([]);
    } finally {
      await send('POST', 'svc/v1/user/update', { locale: 'en_US' });
    }
  });

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
    const context = await browser().newContext({ locale: 'ar' });
    const page = await context.newPage();
    await page.goto(`${start().url}/console`);
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

  test('no page of administration breaks a rule of accessibility or is wider than the screen', async () => {
    const { page, problems } = await signIn('administrator', { viewport: phone });
    const operations = ['/-/operations', '/-/webhooks'];
    for (const path of ['/-/people', '/-/people/1', '/-/roles', '/-/site-links', ...operations]) {
      await open(page, path);
      await expectAccessible(page, path);
    }
    expect(problems).toEqual([]);
  });

  test('the page of operations shows consumers with their lag, and the age of backups', async () => {
    const { page } = await signIn('administrator');
    await open(page, '/-/operations');
    const consumers = page.getByRole('region', { name: 'Consumers' }).first();
    await consumers.getByRole('row', { name: /^users-notifications users 0 \d+ 1$/ }).waitFor();
    const backups = page.getByRole('region', { name: 'Backups' });
    await backups.getByText('Last backup').waitFor();
    await backups.getByText('Never').first().waitFor();
  });

  test('the page of operations shows the consumers of other programs', async () => {
    const { page } = await signIn('administrator');
    await open(page, '/-/operations');
    const others = page.getByRole('region', { name: 'Consumers of other programs' });
    await others
      .getByRole('row', { name: /^crm-sync No reader \d+ .* Never record\.contacts\.\*$/ })
      .waitFor({ timeout: 60_000 });
    await page.setViewportSize(phone);
    await expectAccessible(page, '/-/operations');
  });

  test('a dead letter is shown, replayed, and dropped after its loss was confirmed', async () => {
    const { page } = await signIn('administrator', { viewport: phone });
    await open(page, '/-/operations');
    const tile = page.getByRole('region', { name: 'Dead letters: search' });
    await tile.getByText('search-records').waitFor({ timeout: 60_000 });
    await tile.getByRole('link', { name: 'contacts/999999' }).waitFor();
    await expectAccessible(page, '/-/operations');
    await tile.getByRole('button', { name: 'Try again' }).click();
    await tile.getByText(/^It failed again: .* is not signed by its sender/).waitFor();
    await tile.getByText('Attempts: 2').waitFor();
    await tile.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Searches do not find this change until the index is checked').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await tile.getByText('Attempts: 2').waitFor({ state: 'detached' });
  });

  test('an administrator invites somebody, gives them a role and disables their account', async () => {
    const { page } = await signIn('administrator');
    await open(page, '/-/people');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail').fill('new@example.org');
    await page.getByLabel('Name', { exact: true }).fill('New Example');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'New Example' }).waitFor();
    await page.getByLabel(/^Dispatcher/).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Disable the account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable the account' }).click();
    await page.getByRole('button', { name: 'Enable the account' }).waitFor();
  });

  test('an administrator makes a role, and it is in the matrix', async () => {
    const { page } = await signIn('administrator');
    await open(page, '/-/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const form = page.getByRole('form', { name: 'New role' });
    await form.getByLabel('Name', { exact: true }).fill('Helper Example');
    await form.getByRole('checkbox').first().check();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('columnheader', { name: /^Helper Example/ }).waitFor();
  });

  test('a user uploads a picture of themselves, and removes it', async () => {
    const { page } = await signIn('multiplier');
    await open(page, '/-/profile');
    const account = page.getByRole('region', { name: 'Account' });
    const shown = () => account.locator('img').getAttribute('src');
    const initials = await shown();
    const buffer = await page.screenshot();
    await account.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    const remove = account.getByRole('button', { name: 'Remove Picture' });
    await remove.waitFor();
    const width = () =>
      account.locator('img').evaluate((image) => (image as { naturalWidth?: number }).naturalWidth);
    await until(async () => expect(await width()).toBe(256));
    await expectAccessible(page, 'profile with a picture');
    await remove.click();
    await remove.waitFor({ state: 'detached' });
    expect(await shown()).toBe(initials);
    const noPicture = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('text') };
    await account.getByLabel('Picture').setInputFiles(noPicture);
    expect(await account.getByRole('alert').textContent()).toContain('The picture cannot be read');
  });

  test('a user makes an API key, sees it once, and ends it', async () => {
    const { page } = await signIn('multiplier');
    await open(page, '/-/profile');
    const keys = page.getByRole('region', { name: 'API keys' });
    await keys.getByText('New API key').click();
    await keys.getByLabel('Name').fill('Nightly');
    await keys.getByRole('button', { name: 'Create' }).click();
    const key = (await keys.locator('.secret').textContent()) ?? '';
    const answer = await fetch(`${start().url}/wp-json/svc-posts/v2/contacts?limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    await keys.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await keys.getByText('Nightly').waitFor({ state: 'detached' });
  });

  test('an administrator makes and ends API keys of another user, which others are not offered', async () => {
    const { page } = await signIn('administrator');
    await open(page, '/-/people');
    await page.getByRole('link', { name: 'Mona Multiplier' }).click();
    const keys = page.getByRole('region', { name: 'API keys' });
    await keys.getByText('New API key').click();
    await keys.getByLabel('Name').fill('Form on the web');
    await keys.getByRole('button', { name: 'Create' }).click();
    await keys.locator('.secret').waitFor();
    await keys.getByRole('listitem').filter({ hasText: 'Form on the web' }).waitFor();
    await expectAccessible(page, 'keys of another user');
    const { body } = await (await api('multiplier'))<{ keys: { name: string }[] }>('GET', 'svc/v1/keys');
    expect(body.keys).toMatchObject([{ name: 'Form on the web' }]);
    await keys.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await keys.getByText('Form on the web').waitFor({ state: 'detached' });
    const { page: ofOther } = await signIn('dispatcher');
    await open(ofOther, new URL(page.url()).pathname.slice('/console'.length));
    await settled(ofOther);
    expect(await ofOther.getByRole('region', { name: 'API keys' }).count()).toBe(0);
  });

  test('a user sets up a second factor, signs in with its code, and removes it', async () => {
    const { page } = await signIn('strategist');
    await open(page, '/-/profile');
    const factor = page.getByRole('region', { name: 'Second factor' });
    await factor.getByRole('button', { name: 'Set up an app' }).click();
    const app = new TOTP({ secret: (await factor.locator('.secret').textContent()) ?? '' });
    // Each code is valid once, and those of the period before and after are accepted.
    const code = (periods: number) => app.generate({ timestamp: Date.now() + periods * 30_000 });
    await factor.getByLabel('Code of the app').fill(code(-1));
    await factor.getByRole('button', { name: 'Save' }).click();
    await factor.getByRole('button', { name: 'Remove the app' }).waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Username or e-mail').fill('strategist');
    await page.getByLabel('Password').fill(start().password());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code of the app').fill(code(0));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await factor.getByLabel('Code of the app').fill(code(1));
    await factor.getByRole('button', { name: 'Remove the app' }).click();
    await factor.getByRole('button', { name: 'Set up an app' }).waitFor();
  });

  test('a user changes their language, and the page has it at once', async () => {
    const { page } = await signIn('partner');
    await open(page, '/-/profile');
    await page.getByLabel('Language').selectOption('de_DE');
    await page.getByRole('heading', { name: 'Profil' }).waitFor();
    await page.getByLabel('Sprache').selectOption('en_US');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
  });
});
