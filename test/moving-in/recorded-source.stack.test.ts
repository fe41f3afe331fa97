import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { temporaryDirectory } from '@svc/testing';
import { pageOf, serveSource, type ServedSource } from '@svc/admin/testing/serve-source';
import { runAdmin } from '../support/admin-tool.ts';
import { api, type Api } from '../support/http.ts';
import { openWorld, type World } from '../support/world.ts';

const root = join(import.meta.dirname, '../..');
/** Ids as texts, empty maps as empty lists, and times as Disciple.Tools 1.81.1 writes them. */
const recorded = JSON.parse(
  await readFile(join(root, 'tools/admin/src/moving-in/recorded-answers.json'), 'utf8'),
) as Recorded;

type Body = Record<string, unknown>;

interface Recorded {
  readonly fields: Body;
  readonly record: Body & { readonly ID: number };
  readonly comments: { readonly comments: readonly Body[] };
  readonly shares: readonly Body[];
}

const people = {
  1: { ID: '1', display_name: 'admin', user_email: 'admin@source.test', roles: { administrator: true } },
  2: { ID: '2', display_name: 'Dee', user_email: 'dee@source.test', roles: ['dispatcher'] },
  3: { ID: '3', display_name: 'Mona', user_email: 'mona@source.test', roles: ['multiplier'] },
  11: { ID: '11', display_name: 'Lena', user_email: 'lena@source.test', roles: ['multiplier'] },
};
const letter = 'contacts/9f31c0d2a7_letter.txt';
const lost = 'contacts/77aa01b2c3_lost.txt';
const voice = 'contacts/5e6f7a8b9c_voice.png';
const renamed = {
  histid: '1080',
  hist_time: '1795177236',
  user_id: '1',
  user_caps: 'administrator',
  name: 'admin',
  action: 'field_update',
  object_type: 'contacts',
  object_subtype: 'name',
  object_name: 'Updated By Title',
  object_note: 'Name changed to Updated By Title',
  object_note_raw: '',
  meta_id: '773',
  meta_key: 'name',
  meta_value: 'Updated By Title',
  old_value: 'Before',
  field_type: 'text',
};
/** A connection with a record that the source does not list any more. */
const connected = {
  ...renamed,
  histid: '1079',
  action: 'connected to',
  meta_key: 'coached_by',
  meta_value: '999',
};

let source: ServedSource;
let world: World;
let here: Api;
const directory = temporaryDirectory();

beforeAll(async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a03060' } })
    .jpeg()
    .toBuffer();
  const files: Record<string, Uint8Array> = { [letter]: Buffer.from('Dear all'), [voice]: picture };
  const other = { ...recorded.record, ID: 118, name: 'Conn Three', title: 'Conn Three', coached_by: [] };
  const withFiles = () => ({
    ...recorded.record,
    record_picture: {
      thumb: '',
      large: '',
      full: `${source.url}/bucket/contacts/1b2c3d.jpg?X-Amz-Signature=a`,
    },
    x_files: [
      { key: letter, name: 'letter.txt', type: 'text/plain', size: '8', uploaded_at: '1795177000' },
      { key: lost, name: 'lost.txt', type: 'text/plain', size: 9, uploaded_at: 1795177001 },
    ],
  });
  const fields = {
    ...recorded.fields,
    record_picture: { name: 'Picture', type: 'image', hidden: true },
    x_files: { name: 'Files', type: 'file_upload' },
  };
  const type = { label_singular: 'Contact', label_plural: 'Contacts', tiles: [], fields };
  const said = { ...recorded.comments.comments[0], comment_meta: { picture: [{ id: '9', value: voice }] } };
  const comments = [
    ...recorded.comments.comments,
    { ...said, comment_ID: '21', comment_content: 'voice.png' },
  ];
  source = await serveSource((path, query, body) => {
    const { file_key: key = '' } = (body ?? {}) as { file_key?: string };
    const answers: Record<string, () => unknown> = {
      'dt-core/v1/settings': () => ({ post_types: { contacts: type } }),
      'user-management/v1/get_users': () => people,
      'user-management/v1/user': () => people[Number(query.get('user')) as keyof typeof people],
      'dt/v1/user/my': () => ({ ID: 1 }),
      'dt/v1/users/get_filters': () => ({
        filters: [
          { ID: 'f', tab: 'custom', name: 'Mine', query: { assigned_to: ['1'] } },
          // These come with the program.
          { ID: 'my_shared', tab: 'custom', name: 'Shared with me', query: { shared_with: ['me'] } },
          { ID: 'all', tab: 'all', name: 'All', query: {} },
        ],
      }),
      'dt-posts/v2/contacts': () => pageOf([other, recorded.record].map(listed), query),
      'dt-posts/v2/contacts/118': () => other,
      'dt-posts/v2/contacts/168': withFiles,
      'dt-posts/v2/contacts/168/shares': () => recorded.shares,
      'dt-posts/v2/contacts/118/shares': () => [],
      'dt-posts/v2/contacts/168/comments': () => ({
        comments: comments.slice(Number(query.get('offset'))),
        total: '2',
      }),
      'dt-posts/v2/contacts/118/comments': () => ({ comments: [], total: 0 }),
      'dt-posts/v2/contacts/168/activity': () => (query.get('ts_start') === '0' ? [connected, renamed] : []),
      'dt-posts/v2/contacts/118/activity': () => [],
      'dt-posts/v2/contacts/168/storage_download': () => files[key],
      '/bucket/contacts/1b2c3d.jpg': () => picture,
    };
    return answers[path]?.();
  });
  world = await openWorld({
    instances: { search: 0 },
    env: {
      NAMESPACE_PREFIXES: 'svc,dt',
      EXTENSIONS: ['services/records/src/testing/trainings-extension.ts', 'test/support/files-extension.ts']
        .map((file) => join(root, file))
        .join(','),
    },
  });
  const { token } = await world.createUser({ role: 'administrator', displayName: 'Looks at it' });
  here = api(world, token);
});

afterAll(async () => {
  source?.close();
  await world?.close();
});

/** Lists show what identifies a record, and what was asked for. */
function listed({ ID, name, coached_by }: Body): Body {
  return { ID: String(ID), post_title: name, name, post_type: 'contacts', coached_by };
}

async function importReference(): Promise<Record<string, number>> {
  const account = ['--url', source.url, '--user', 'admin', '--password', 'secret', '--dir', directory];
  const said = await runAdmin(world, 'import', 'reference', '--json', '--allow-http', ...account);
  return (JSON.parse(said) as { done: Record<string, number> }).done;
}

test('recorded answers of Disciple.Tools are imported', async () => {
  expect(await importReference()).toMatchObject({
    'contacts created': 2,
    'users created': 4,
    'comments created': 2,
    'connections made': 1,
    'rows of history added': 1,
    'filters saved': 1,
    'files created': 3,
  });
  const { body: list } = await here.get<{ posts: { ID: number; name: string }[] }>(
    'dt-posts/v2/contacts?sort=name',
  );
  const id = list.posts.find(({ name }) => name === 'Updated By Title')?.ID;
  const { body: record } = await here.get(`dt-posts/v2/contacts/${id}`);
  expect(record).toMatchObject({
    post_date: { timestamp: '1795177234' },
    overall_status: { key: 'active' },
    assigned_to: { display: 'admin' },
    tags: ['only'],
    contact_phone: [{ value: '444' }],
    coached_by: [{ post_title: 'Conn Three' }],
    record_picture: { full: expect.any(String) },
    x_files: [{ name: 'letter.txt', size: 8, uploaded_at: 1795177000 }],
  });
  const { body: said } = await here.get<{ comments: Body[] }>(`dt-posts/v2/contacts/${id}/comments`);
  expect(said.comments.map(({ comment_content: text }) => text)).toEqual(
    expect.arrayContaining(['meta edited', 'voice.png']),
  );
  const { body: shares } = await here.get<Body[]>(`dt-posts/v2/contacts/${id}/shares`);
  expect(shares.map(({ display_name: name }) => name)).toEqual(expect.arrayContaining(['Mona', 'Dee']));
  const { body: history } = await here.get<{ activity: Body[] }>(`dt-posts/v2/contacts/${id}/activity`);
  expect(history.activity).toMatchObject([
    { object_note: 'Name changed to Updated By Title', name: 'admin' },
  ]);
});

test('values that were not imported are reported', async () => {
  const lines = (await readFile(join(directory, 'left-out.jsonl'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as Body)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'contacts/168', part: 'location_grid' }),
      {
        what: 'contacts/168',
        part: 'x_files',
        reason: expect.stringContaining('The file could not be read'),
      },
      {
        what: 'contacts/168',
        part: 'history/1',
        reason: 'This number of rows refers to records that were not imported.',
      },
    ]),
  );
});
