import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '@svc/testing';
import { violations } from '../support/violations.ts';
import { consoleInBrowser, inBrowser } from './console-in-browser.ts';

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const edited = (page: Page) => ({
  /** Types into the field with this label and leaves it. */
  type: (label: string, text: string) => async () => {
    const control = page.getByLabel(label, { exact: true }).last();
    await control.fill(text);
    await control.blur();
  },
  /** Types a text and chooses the first choice that is offered with it. */
  choose: (label: string, text: string, option: RegExp) => async () => {
    const control = page.getByRole('combobox', { name: label, exact: true });
    await control.fill(text);
    await page.getByRole('option', { name: option }).first().click();
  },
  upload: (control: Locator, name: string) => async () =>
    control.setInputFiles({ name, mimeType: 'image/png', buffer: picture }),
});

interface Walk {
  /** What a person does with the editor of the type. */
  act(): Promise<void>;
  /** The key of the field, and a text in its value afterwards. */
  readonly key: string;
  readonly stored: RegExp;
}

/** How a person writes a field of each type. */
function walksOf(page: Page): Record<string, Walk> {
  const { type, choose, upload } = edited(page);
  const filesOf = (name: string) =>
    page.locator('dl > div').filter({ hasText: name }).locator('input[type=file]');
  const typed = (name: string, text: string, stored = text) => ({
    act: type(`X ${name}`, text),
    key: `x_${name}`,
    stored: new RegExp(stored),
  });
  return {
    text: typed('text', 'A text'),
    textarea: typed('textarea', 'A long text'),
    number: typed('number', '17'),
    boolean: {
      act: () => page.getByLabel('X boolean', { exact: true }).check(),
      key: 'x_boolean',
      stored: /true/,
    },
    key_select: {
      act: async () => {
        await page.getByLabel('X key_select', { exact: true }).selectOption({ label: 'Two' });
      },
      key: 'x_key_select',
      stored: /"two"/,
    },
    multi_select: {
      act: () => page.getByRole('group', { name: 'X multi_select' }).getByLabel('One').check(),
      key: 'x_multi_select',
      stored: /"one"/,
    },
    tags: { act: choose('X tags', 'blue', /blue/), key: 'x_tags', stored: /"blue"/ },
    date: typed('date', '2026-12-24', '2026-12-24'),
    datetime: typed('datetime', '2026-12-24T10:30', '2026-12-24'),
    communication_channel: {
      act: type('Add: Phone', '+99 555 0123'),
      key: 'contact_phone',
      stored: /555 0123/,
    },
    user_select: { act: choose('X user_select', 'mona', /Mona/), key: 'x_user_select', stored: /Mona/ },
    connection: {
      act: choose('Connections to other Contacts', 'Linked Example', /Linked Example/),
      key: 'relation',
      stored: /Linked Example/,
    },
    location: { act: choose('Locations', 'France', /France/), key: 'location_grid', stored: /France/ },
    location_meta: {
      act: type('Add: Latitude, longitude', '52.52, 13.405'),
      key: 'location_grid_meta',
      stored: /13\.405/,
    },
    link: {
      act: async () => {
        await page.getByLabel('X link: Type').selectOption({ label: 'Two' });
        await type('Add: X link', 'https://example.org')();
      },
      key: 'x_link',
      stored: /"two".*example\.org/,
    },
    task: {
      act: async () => {
        const tasks = page.locator('dl > div').filter({ hasText: 'X task' });
        await tasks.getByLabel('Add: X task').fill('Call back');
        await tasks.getByLabel('Due').fill('2026-12-01');
        await tasks.getByRole('button', { name: 'Add', exact: true }).click();
      },
      key: 'x_task',
      stored: /Call back.*2026-12-01/,
    },
    file_upload: {
      act: upload(filesOf('X file_upload'), 'paper.png'),
      key: 'x_file_upload',
      stored: /paper\.png/,
    },
    image: { act: upload(filesOf('X image'), 'me.png'), key: 'x_image', stored: /thumb/ },
  };
}

/** The types in the table of docs/guides/writing-a-record.md#values-of-a-field, but `array`, the JSON of programs. */
function documentedTypes(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guides/writing-a-record.md'), 'utf8');
  const table = /\| type \| takes \|\n([\s\S]*?)\n\n/.exec(page)?.[1] ?? '';
  return table
    .split('\n')
    .flatMap((row) => (row.split('|')[1] ?? '').split(',').map((type) => type.trim()))
    .filter((type) => /^[a-z_]+$/.test(type) && type !== 'array');
}

inBrowser('the editors of the console', () => {
  const { api, createContact, open, settled, signIn } = consoleInBrowser(async () => ({
    EXTENSIONS: join(import.meta.dirname, 'every-field.ts'),
    BUILT_IN_GRID: 'true',
  }));

  test('a field of each type is written by hand, and the record shows it', async () => {
    await createContact('Linked Example');
    const id = await createContact('Every Field');
    const { page, problems } = await signIn('dispatcher');
    const walks = walksOf(page);
    expect(Object.keys(walks).sort()).toEqual(documentedTypes().sort());

    const send = await api('dispatcher');
    const places = 'svc/v1/mapping_module/search_location_grid_by_name?s=France';
    // The service stores the grid in the background.
    await until(async () => expect((await send<{ total: string }>('GET', places)).body.total).not.toBe('0'));
    await open(page, `/contacts/${id}`);
    const edit = page.getByRole('button', { name: /^Edit: / });
    while ((await edit.count()) > 0) await edit.first().click();
    for (const [type, { act, key, stored }] of Object.entries(walks)) {
      await act();
      const value = async () => {
        const { body } = await send<Record<string, unknown>>('GET', `svc-posts/v2/contacts/${id}`);
        return stored.test(JSON.stringify(body[key])) ? type : `${type}: ${JSON.stringify(body[key])}`;
      };
      await until(async () => expect(await value()).toBe(type));
      await settled(page);
    }
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('a task of the user for a record, and following it, have their places on the page', async () => {
    const send = await api('dispatcher');
    const users = await send<{ ID: number }[]>('GET', 'svc/v1/users/get_users?s=mona');
    // The assignee follows in any case.
    const id = await createContact('Followed Example', { assigned_to: `user-${users.body[0]?.ID}` });
    const { page } = await signIn('dispatcher');
    await open(page, `/contacts/${id}`);
    const me = (await send<{ ID: number }>('GET', 'svc/v1/user/my')).body.ID;
    const followers = async () =>
      (await send<number[]>('GET', `svc-posts/v2/contacts/${id}/following`)).body.includes(me);
    const follow = page.getByRole('button', { name: 'Follow', exact: true });
    await follow.waitFor();
    expect(await follow.getAttribute('aria-pressed')).toBe(String(await followers()));
    const before = await followers();
    await follow.click();
    await until(async () => expect(await followers()).toBe(!before));
    await page.locator(`button[aria-pressed=${!before}]`).filter({ hasText: 'Follow' }).waitFor();

    const tasks = page.getByRole('region', { name: 'Tasks' });
    await tasks.getByLabel('Add: Tasks').fill('Visit');
    await tasks.getByLabel('Due').fill('2026-12-02');
    await tasks.getByRole('button', { name: 'Add', exact: true }).click();
    await tasks.getByRole('listitem').filter({ hasText: 'Visit (Dec 2, 2026)' }).waitFor();
    await tasks.getByRole('button', { name: /^Remove Visit/ }).click();
    await tasks.getByRole('listitem').waitFor({ state: 'detached' });
  });
});
