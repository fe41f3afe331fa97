import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consoleInBrowser, inBrowser } from './console-in-browser.ts';

/** What a person would miss after a live update: the focus, typed text, open menus, and the place to which they have scrolled. */
interface Work {
  /** The values of all text fields, in their order. */
  readonly texts: readonly string[];
  readonly openMenus: number;
  /** The distance of the focused element from the top of the window. */
  readonly top: number;
  readonly hasFocus: boolean;
  /** Controls that are no longer in the page. */
  readonly lost: readonly string[];
}

/** Types into each text field of the content, opens each menu, and remembers the controls and the focused one. */
const begin = `(() => {
  const main = document.querySelector('main');
  const texts = [...main.querySelectorAll('textarea, input')].filter((each) =>
    each.matches('textarea, [type=search], [type=text], [type=number], :not([type])') && !each.disabled);
  texts.forEach((each, index) => {
    each.value = each.type === 'number' ? String(index) : 'typed ' + index;
    each.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  main.querySelectorAll('details.picker').forEach((each) => { each.open = true; });
  window.work = {
    texts,
    menus: [...main.querySelectorAll('details')],
    controls: [...main.querySelectorAll('a, button, input, select, summary, textarea')],
    focused: document.activeElement,
  };
})()`;

const measure = `(() => {
  const { texts, menus, controls, focused } = window.work;
  return {
    texts: texts.map(({ value }) => value),
    openMenus: menus.filter(({ open, isConnected }) => open && isConnected).length,
    top: focused.getBoundingClientRect().top,
    hasFocus: document.activeElement === focused && focused !== document.body,
    lost: controls.filter(({ isConnected }) => !isConnected).map(({ outerHTML }) => outerHTML),
  };
})()`;

inBrowser('live updates in the console', () => {
  const { api, createContact, open, settled, signIn, start } = consoleInBrowser();

  /** The address of the script with the pages, the largest one: another script of the page runs before it has arrived. */
  async function scriptOfPages(): Promise<string> {
    const html = await (await fetch(`${start().url}/console`)).text();
    const [, address = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
    expect(address).not.toBe('');
    return address;
  }

  /** Begins work, and returns a function that expects it to be as it was. */
  async function beginWork(page: Page): Promise<() => Promise<void>> {
    await page.evaluate(begin);
    await settled(page);
    const before = await page.evaluate<Work>(measure);
    expect(before).toMatchObject({ hasFocus: true, lost: [] });
    expect(before.texts.length).toBeGreaterThan(0);
    return async () => {
      await settled(page);
      const after = await page.evaluate<Work>(measure);
      expect(after).toEqual({ ...before, top: after.top });
      // The window scrolls by whole pixels.
      expect(Math.abs(after.top - before.top)).toBeLessThan(2);
    };
  }

  test.each([
    ['the comment', 'textarea'],
    ['the file of the picture', 'input[type=file]'],
    ['the user to share with', 'input[role=combobox]'],
    ['a menu', 'summary'],
  ])('%s keeps the focus when the record, its comments and shares change', async (_name, selector) => {
    const id = await createContact('Focus Before');
    const { page } = await signIn('dispatcher', { viewport: { width: 800, height: 400 } });
    const send = await api('administrator');
    await send('POST', `svc-posts/v2/contacts/${id}/comments`, { comment: 'An older one' });
    await open(page, `/contacts/${id}`);
    await page.getByRole('listitem').filter({ hasText: 'An older one' }).waitFor();
    await settled(page);
    await page.locator(`.talk ${selector}`).first().focus();
    const expectUndisturbed = await beginWork(page);

    await send('POST', `svc-posts/v2/contacts/${id}`, {
      name: 'Focus After',
      nickname: 'Another row in a tile',
      tags: { values: [{ value: 'one' }] },
      contact_phone: [{ value: '+99 555 0111' }],
    });
    await send('POST', `svc-posts/v2/contacts/${id}/comments`, { comment: 'A newer one' });
    await page.getByRole('heading', { name: 'Focus After' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'A newer one' }).waitFor();
    await expectUndisturbed();
  });

  test('each editor keeps its text while another one is saved and others change the record', async () => {
    const id = await createContact('Editors', { contact_phone: [{ value: '+99 555 0112' }] });
    const { page } = await signIn('dispatcher');
    await open(page, `/contacts/${id}`);
    const edit = page.getByRole('button', { name: /^Edit: / });
    while ((await edit.count()) > 0) await edit.first().click();
    await page.getByLabel('Nickname').focus();
    const expectUndisturbed = await beginWork(page);

    await page.evaluate(`(() => {
      const status = document.querySelector('select[aria-label="Contact Status"]');
      status.value = 'paused';
      status.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await page.getByText('Saved: Contact Status').waitFor();
    await expectUndisturbed();

    const send = await api('administrator');
    await send('POST', `svc-posts/v2/contacts/${id}`, { name: 'Editors Elsewhere' });
    await page.getByRole('button', { name: 'Show the change' }).waitFor();
    await expectUndisturbed();
  });

  test.each([
    ['the search', (page: Page) => page.getByLabel('Search in this list')],
    ['a condition', (page: Page) => page.locator('section[aria-label=Filter]').getByRole('textbox').first()],
    ['a number of a condition', (page: Page) => page.getByLabel('Number', { exact: true })],
    ['the name of a filter', (page: Page) => page.getByLabel('Name of the filter')],
    [
      'a value for the selected records',
      (page: Page) => page.getByRole('textbox', { name: 'Nickname', exact: true }).first(),
    ],
    [
      'the name of a record that moves',
      (page: Page) => page.getByRole('link', { name: /^Row of the name/ }).first(),
    ],
  ])('%s keeps the focus and the text when the list changes', async (name, control) => {
    const first = await createContact(`Row of ${name}`);
    await createContact('Row above');
    const { page } = await signIn('dispatcher', { viewport: { width: 1200, height: 500 } });
    const query = encodeURIComponent(JSON.stringify({ sort: '-last_modified' }));
    await open(page, `/contacts?columns=name,nickname&query=${query}`);
    await page.getByLabel(`Select Row of ${name}`).first().check();
    await page.getByLabel('Choose a field', { exact: true }).selectOption({ label: 'Nickname' });
    await page.getByRole('button', { name: 'Filter' }).click();
    const field = name.startsWith('a number') ? 'Baptism Generation' : 'Nickname';
    const panel = page.getByRole('region', { name: 'Filter' });
    await panel.locator('select').first().selectOption({ label: field });
    await control(page).focus();
    const expectUndisturbed = await beginWork(page);
    const send = await api('administrator');
    await send('POST', `svc-posts/v2/contacts/${first}`, { nickname: `Changed row ${first}` });
    await page.getByRole('cell', { name: `Changed row ${first}` }).waitFor();
    await expectUndisturbed();
  });

  test('the page requests the user and the settings once, before any script has arrived', async () => {
    const { page, problems } = await signIn('dispatcher');
    const addresses = ['/svc-core/v1/settings', '/svc/v1/user/my'];
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const first = Promise.all(addresses.map((address) => page.waitForRequest(`**${address}`)));
    await page.route('**/console/assets/*.js', async (route) => {
      await first;
      await route.continue();
    });
    await open(page, '/contacts');
    await settled(page);
    for (const address of addresses)
      expect(requests.filter((request) => request.endsWith(address))).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test('a change is shown that happens between the answer of the first list and the script that shows it', async () => {
    const id = await createContact('Early Example');
    const { page } = await signIn('dispatcher');
    const { page: other } = await signIn('dispatcher');
    await open(other, '/contacts');
    await settled(other);
    const answers = ['/contacts/list', '/svc/v1/events'].map((address) =>
      page.waitForResponse(`**${address}`),
    );
    await page.route(`**${await scriptOfPages()}`, async (route) => {
      await Promise.all(answers);
      const send = await api('administrator');
      await send('POST', `svc-posts/v2/contacts/${id}`, { name: 'Late Example' });
      await other.getByRole('link', { name: 'Late Example' }).waitFor();
      await route.continue();
    });
    await open(page, '/contacts');
    await page.getByRole('link', { name: 'Late Example' }).waitFor();
  });
});
