import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '@svc/testing';
import { consoleInBrowser, inBrowser } from './console-in-browser.ts';

inBrowser('the console without a connection', () => {
  const { api, createContact, open, signIn } = consoleInBrowser();

  const offline = (page: Page) => page.getByText('You are offline.');
  const nickname = (page: Page) => page.getByLabel('Nickname', { exact: true });
  const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment' });

  /** Reloads a page, whatever it asks before. */
  async function reload(page: Page): Promise<void> {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  test('it is shown, what was typed stays, and fields are saved when it is back', async () => {
    const id = await createContact('Offline Example');
    const { page } = await signIn('dispatcher');
    await open(page, `/contacts/${id}`);
    await page.getByRole('button', { name: 'Edit: Details' }).click();
    await page.context().setOffline(true);
    await offline(page).waitFor();
    await nickname(page).fill('typed offline');
    await nickname(page).blur();
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    await page.getByLabel('Add: Phone').fill('+99 555 0177');
    await page.getByLabel('Add: Phone').blur();
    await comment(page).fill('Written offline');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Comments' }).getByRole('alert').waitFor();
    expect(await nickname(page).inputValue()).toBe('typed offline');
    expect(await page.getByLabel('Add: Phone').inputValue()).toBe('+99 555 0177');

    await page.context().setOffline(false);
    await offline(page).waitFor({ state: 'detached' });
    const send = await api('dispatcher');
    await until(async () => {
      const { body } = await send<{ nickname?: string; contact_phone?: { value: string }[] }>(
        'GET',
        `svc-posts/v2/contacts/${id}`,
      );
      expect([body.nickname, body.contact_phone?.[0]?.value]).toEqual(['typed offline', '+99 555 0177']);
    });
    await reload(page);
    expect(await comment(page).inputValue()).toBe('Written offline');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Written offline' }).waitFor();
    await until(async () => expect(await comment(page).inputValue()).toBe(''));
  });

  test('a field that was not saved has its text after a reload, and is saved when it is left', async () => {
    const id = await createContact('Reload Example');
    const { page } = await signIn('dispatcher');
    await open(page, `/contacts/${id}`);
    await page.getByRole('button', { name: 'Edit: Details' }).click();
    await nickname(page).fill('before the reload');
    await reload(page);
    expect(await nickname(page).inputValue()).toBe('before the reload');
    await nickname(page).focus();
    await nickname(page).blur();
    await page.getByText('Saved: Nickname').waitFor();
    await reload(page);
    await page.getByRole('button', { name: 'Edit: Details' }).waitFor();
  });

  test('the form of a new record outlasts a reload, until the record is created', async () => {
    const { page } = await signIn('dispatcher');
    await open(page, '/contacts/new');
    await page.getByLabel('Name', { exact: true }).fill('Kept Example');
    await page.getByLabel('Phone').fill('+99 555 0178');
    await reload(page);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept Example');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Kept Example' }).waitFor();
    await open(page, '/contacts/new');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  });

  test('closing the tab warns of a text that is not saved, and only then', async () => {
    const id = await createContact('Closing Example');
    const { page } = await signIn('dispatcher');
    await open(page, `/contacts/${id}`);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await comment(page).fill('Not sent');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await comment(page).fill('');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
  });

  test('signing out removes what was typed', async () => {
    const id = await createContact('Signed Out Example');
    const { page } = await signIn('dispatcher');
    await open(page, `/contacts/${id}`);
    await comment(page).fill('Private');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).toBe('{}');
  });
});
