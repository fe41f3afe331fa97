import { describe, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { consoleInBrowser, inBrowser } from './console-in-browser.ts';

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

inBrowser('work in the console', () => {
  const { api, browser, createContact, open, settled, signIn, start } = consoleInBrowser();

  test('changes of other people appear on lists, records and comments without loading the page again', async () => {
    const id = await createContact('Live Example');
    const { page } = await signIn('dispatcher');
    await open(page, '/contacts');
    await page.getByRole('link', { name: 'Live Example' }).waitFor();
    const send = await api('administrator');
    await send('POST', `svc-posts/v2/contacts/${id}`, { name: 'Live Changed' });
    await page.getByRole('link', { name: 'Live Changed' }).click();
    await page.getByRole('heading', { name: 'Live Changed' }).waitFor();
    await send('POST', `svc-posts/v2/contacts/${id}`, { name: 'Live Again' });
    await page.getByRole('heading', { name: 'Live Again' }).waitFor();
    await send('POST', `svc-posts/v2/contacts/${id}/comments`, { comment: 'Seen at once' });
    await page.getByRole('listitem').filter({ hasText: 'Seen at once' }).waitFor();

    await page.getByRole('button', { name: 'Edit: Details' }).click();
    await page.getByLabel('Nickname').fill('typed');
    await send('POST', `svc-posts/v2/contacts/${id}`, { name: 'Live Elsewhere' });
    await page.getByRole('button', { name: 'Show the change' }).waitFor();
    expect(await page.getByLabel('Nickname').inputValue()).toBe('typed');
  });

  test('the numbers of a list are those of the API, as bars, lines and a table', async () => {
    const { page } = await signIn('dispatcher');
    const send = await api('dispatcher');
    const { body } = await send<{ groups: { labels: Record<string, string>; count: number }[] }>(
      'POST',
      'svc-posts/v2/contacts/aggregate',
      { group_by: ['overall_status'] },
    );
    await open(page, '/contacts');
    await page.getByRole('button', { name: 'Numbers' }).click();
    await page.getByRole('img', { name: 'Contacts: Contact Status' }).locator('canvas').waitFor();
    await page.getByRole('button', { name: 'Lines' }).click();
    await page.getByRole('img', { name: 'Contacts: Contact Status' }).locator('canvas').waitFor();
    await page.getByRole('button', { name: 'Table' }).click();
    const panel = page.getByRole('region', { name: 'Numbers' });
    await panel.getByText('Copy', { exact: true }).click();
    await panel.getByRole('button', { name: 'Copy as curl' }).waitFor();
    await panel.getByRole('button', { name: 'Copy as client code' }).waitFor();
    const table = panel.getByRole('table');
    for (const { labels, count } of body.groups) {
      const row = table.getByRole('row', { name: new RegExp(`^${labels['overall_status']} ${count}$`) });
      await row.waitFor();
    }
  });

  test('a notification appears at once, leads to its record and is marked as read', async () => {
    const { page } = await signIn('multiplier');
    const id = await createContact('Notified Example');
    const send = await api('dispatcher');
    const users = await send<{ ID: number; name: string }[]>('GET', 'svc/v1/users/get_users?s=mona');
    const mona = users.body[0]?.ID;
    await send('POST', `svc-posts/v2/contacts/${id}`, { assigned_to: `user-${mona}` });
    await page.getByRole('link', { name: /^Notifications \d/ }).click();
    const item = page.getByRole('listitem').filter({ hasText: 'Notified Example' });
    await item.getByRole('button', { name: 'Mark as read' }).click();
    await item.getByRole('button', { name: 'Mark as unread' }).waitFor();
    await item.getByRole('link', { name: 'Notified Example' }).click();
    await page.getByRole('heading', { name: 'Notified Example' }).waitFor();
  });

  test('a change of several records has a result for each', async () => {
    const names = ['Bulk One', 'Bulk Two'];
    for (const name of names) await createContact(name);
    const { page } = await signIn('dispatcher');
    await open(page, '/contacts?text=Bulk');
    for (const name of names) await page.getByLabel(`Select ${name}`).check();
    const panel = page.getByRole('region', { name: 'Change selected records' });
    await panel.getByLabel('Choose a field').selectOption({ label: 'Contact Status' });
    await panel.getByLabel('Contact Status').selectOption({ label: 'Paused' });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Saved: 2. Refused: 0.').waitFor();
    for (const name of names)
      await panel
        .getByRole('listitem')
        .filter({ hasText: `${name}: Saved` })
        .waitFor();
  });

  test('two conditions of which records meet one make a filter that is saved, used and removed', async () => {
    const { page } = await signIn('dispatcher');
    const send = await api('dispatcher');
    await open(page, '/contacts');
    await page.getByRole('button', { name: 'Filter' }).click();
    const panel = page.getByRole('region', { name: 'Filter' });
    await panel.getByLabel('Field').selectOption({ label: 'Contact Status' });
    await panel.getByLabel('Add to').selectOption({ label: 'New group' });
    await panel.getByRole('group', { name: 'Contact Status' }).getByLabel('Paused').check();
    await panel.getByRole('group', { name: 'Group 1' }).waitFor();
    await panel.getByLabel('Add to').selectOption({ label: 'New group' });
    await panel.getByRole('group', { name: 'Contact Status' }).getByLabel('Archived').check();
    await panel.getByRole('group', { name: 'Group 2' }).waitFor();
    const either = { fields: [[{ overall_status: ['paused'] }, { overall_status: ['closed'] }]], limit: 0 };
    const { body } = await send<{ total: number }>('POST', 'svc-posts/v2/contacts/list', either);
    await page
      .locator('h1 + .count')
      .filter({ hasText: String(body.total) })
      .waitFor();

    await panel.getByLabel('Name of the filter').fill('Paused or archived');
    await panel.getByRole('button', { name: 'Save this filter' }).click();
    const filters = page.getByRole('navigation', { name: 'Filters' });
    await filters.getByRole('link', { name: 'Paused or archived' }).waitFor();
    await filters.getByRole('button', { name: 'Remove Paused or archived' }).click();
    await filters.getByRole('link', { name: 'Paused or archived' }).waitFor({ state: 'detached' });
  });

  test('a day of a team needs the keyboard alone', async () => {
    const phone = [{ value: '+99 555 0777' }];
    const send = await api('dispatcher');
    const users = await send<{ ID: number }[]>('GET', 'svc/v1/users/get_users?s=mona');
    const first = {
      contact_phone: phone,
      assigned_to: `user-${users.body[0]?.ID}`,
      overall_status: 'assigned',
    };
    await createContact('Day Example', first);
    const copy = await createContact('Day Duplicate', { contact_phone: phone });
    await send('POST', `svc-posts/v2/contacts/${copy}/shares`, { user_id: users.body[0]?.ID });

    const page = await browser().newPage();
    const press = (key: string) => page.keyboard.press(key);
    /** Moves the focus to an element with the Tab key. */
    const tabTo = async (element: Locator) => {
      await element.waitFor();
      for (let presses = 0; presses < 300; presses += 1) {
        if ((await element.and(page.locator(':focus')).count()) > 0) return;
        await press('Tab');
      }
      throw new Error('The Tab key does not lead to the element.');
    };
    await page.goto(`${start().url}/console`);
    await page.locator('input[name=username]:focus').waitFor();
    await page.keyboard.type('multiplier');
    await press('Tab');
    await page.keyboard.type(start().password());
    await press('Enter');

    await tabTo(page.getByRole('link', { name: 'Day Example' }).first());
    await press('Enter');
    await tabTo(page.getByRole('button', { name: 'Accept' }));
    await press('Enter');
    await page.getByText('Active', { exact: true }).first().waitFor();

    await tabTo(page.getByRole('textbox', { name: 'Comment' }));
    await page.keyboard.type('Please help @Di');
    await page
      .getByRole('option', { name: /Dispatcher/ })
      .first()
      .waitFor();
    await press('Enter');
    await page.keyboard.type('today');
    await tabTo(page.getByRole('button', { name: 'Send' }));
    await press('Enter');
    await page
      .getByRole('listitem')
      .filter({ hasText: /Please help @.*Dispatcher.* today/ })
      .waitFor();

    // Before the walk with Tab: the browser reports a chooser only some time after it was asked to, and a busy page takes the key first.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page.getByRole('region', { name: 'Picture' }).locator('input[type=file]'));
    await press('Space');
    await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('img', { name: 'Picture' }).first().waitFor();

    await tabTo(page.locator('summary').filter({ hasText: 'Possible duplicates' }));
    await press('Enter');
    await tabTo(page.getByRole('link', { name: 'Compare and merge' }).first());
    await press('Enter');
    await tabTo(page.getByRole('button', { name: /^Merge into/ }));
    await press('Enter');
    await page.getByText('The records were merged.').waitFor();

    await tabTo(page.locator('summary').filter({ hasText: 'History' }));
    await press('Enter');
    await tabTo(page.getByRole('button', { name: 'Undo' }).first());
    await press('Enter');
    await page.getByText('The change was undone.').waitFor();

    await tabTo(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contacts' }));
    await press('Enter');
    await tabTo(page.getByRole('button', { name: 'Export as CSV' }));
    const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
    expect(download.suggestedFilename()).toBe('contacts.csv');
  });

  describe.each(['administrator', 'dispatcher', 'multiplier', 'partner', 'user_manager'])(
    'for %s',
    (username) => {
      test('the menu has exactly the pages whose requests the service answers', async () => {
        const { page } = await signIn(username);
        const send = await api(username);
        const pages = {
          Contacts: await send('GET', 'svc-posts/v2/contacts?limit=1'),
          Groups: await send('GET', 'svc-posts/v2/groups?limit=1'),
          People: await send('GET', 'user-management/v1/get_users'),
          Roles: await send('GET', 'svc/v1/roles'),
          'Site links': await send('GET', 'svc-core/v1/site-links'),
          Operations: await send('GET', 'svc/v1/operations'),
          Webhooks: await send('GET', 'svc/v1/webhooks'),
        };
        const menu = page.getByRole('navigation', { name: 'Pages' });
        for (const [name, { status }] of Object.entries(pages)) {
          const shown = await menu.getByRole('link', { name, exact: true }).count();
          expect([name, shown === 1]).toEqual([name, status === 200]);
        }
      });

      test('contacts, groups and people groups offer exactly the permitted actions', async () => {
        const { page } = await signIn(username);
        const send = await api(username);
        const { capabilities } = (await send<{ capabilities: string[] }>('GET', 'svc/v1/user/my')).body;
        const me = (await send<{ ID: number }>('GET', 'svc/v1/user/my')).body.ID;
        for (const type of ['contacts', 'groups', 'peoplegroups']) {
          const list = await send<{ posts?: { ID: number }[] }>('GET', `svc-posts/v2/${type}?limit=1`);
          await open(page, `/${type}`);
          await settled(page);
          // A create without a name is refused for its fields only if it is not refused for its caller.
          const create = await send('POST', `svc-posts/v2/${type}`, { no_such_field: 1 });
          const isNew = (await page.getByRole('link', { name: /^New: / }).count()) === 1;
          expect([type, isNew]).toEqual([type, create.status === 400]);
          const [record] = list.body.posts ?? [];
          if (!record) continue;
          const path = `svc-posts/v2/${type}/${record.ID}`;
          const update = await send('POST', path, { no_such_field: 1 });
          await open(page, `/${type}/${record.ID}`);
          await settled(page);
          const mayUpdate = update.status === 400;
          const count = (name: RegExp) => page.getByRole('button', { name }).count();
          const sharedWith = page.getByRole('region', { name: 'Shared with' });
          const { body } = await send<{ post_author: string }>('GET', path);
          const mayDelete = capabilities.includes(`delete_any_${type}`) || body.post_author === String(me);
          expect({
            type,
            edits: (await count(/^Edit: /)) > 0,
            sends: await count(/^Send$/),
            shares: await sharedWith.count(),
            deletes: await count(/^Delete$/),
          }).toEqual({
            type,
            edits: mayUpdate,
            sends: mayUpdate ? 1 : 0,
            shares: mayUpdate ? 1 : 0,
            deletes: mayDelete ? 1 : 0,
          });
        }
      });
    },
  );

  test.each(['administrator', 'dispatcher', 'multiplier', 'partner'])(
    'the list of %s has as many contacts as the API answers them',
    async (username) => {
      const { page } = await signIn(username);
      const { list } = await start().signIn(username);
      const answer = (await list('contacts?limit=0')) as { total?: number; message?: string };
      await open(page, '/contacts');
      const shown = answer.message ?? String(answer.total);
      await page.getByText(shown, { exact: true }).first().waitFor();
    },
  );
});
