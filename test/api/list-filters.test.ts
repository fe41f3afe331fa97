import { beforeAll, describe, expect, test } from '@jest/globals';
import { bracketForms } from '../support/bracket-forms.ts';
import type { Answer } from '../support/http.ts';
import { worldInCommon } from '../support/world.ts';
import type { FilterRow, RefusedRow } from './list-filters/filter-row.ts';
import { makeContacts, makeItems } from './list-filters/listed-records.ts';
import { callerRows, contactRows, operandRows, textRows, treeRows } from './list-filters/query-rows.ts';
import { refusedJsonRows, refusedRows } from './list-filters/refused-rows.ts';
import { openCast, Scene, type CallerName } from './scene.ts';

interface Page {
  posts: { name: string }[];
  total: number;
}

let scene: Scene;

beforeAll(async () => {
  const world = await worldInCommon();
  const cast = await openCast(world);
  scene = new Scene(world, cast);
  scene.set('monascontact', cast.mona.contactId ?? 0);
  await makeItems(scene);
  await makeContacts(scene);
});

type Asked = Readonly<Record<string, unknown>>;

let lastForm = 0;

/** The answers to one query as JSON and in brackets: literal, encoded or indexed, one after the other. */
function inBothForms<Body = Record<string, unknown>>(
  path: string,
  query: Asked,
  as: CallerName,
): Promise<Answer<Body>[]> {
  const caller = scene.as(as);
  const forms = bracketForms(query);
  const text = forms[(lastForm += 1) % forms.length] ?? '';
  return Promise.all([
    caller.get<Body>(path, { query: text }),
    caller.post<Body>(`${path}/list`, { json: query }),
  ]);
}

describe.each<[string, readonly FilterRow[]]>([
  ['operands in each form', operandRows],
  ['texts and boxes', textRows],
  ['trees', treeRows],
  ['callers and pages', callerRows],
  ['contacts', contactRows],
])('a list filtered by %s', (_what, rows) => {
  test.each(rows)(
    '$asks shows $shows',
    async ({ query, shows, total = shows.length, as = 'mona', of = 'items' }) => {
      const answers = await inBothForms<Page>(
        `svc-posts/v2/${of}`,
        { sort: 'name', ...scene.fill(query) },
        as,
      );
      const told = answers.map(({ status, body, text }) =>
        status === 200 ? { shows: body.posts.map(({ name }) => name[0]).join(''), total: body.total } : text,
      );
      expect(told).toEqual(answers.map(() => ({ shows, total })));
    },
  );
});

describe('a list is refused', () => {
  const expectRefused = ({ status, body }: Answer, { message, key }: RefusedRow) => {
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'fields_to_sql', data: { status: 400, key } },
    });
    if (typeof message === 'string') expect(body['message']).toBe(message);
    else expect(body['message']).toMatch(message);
  };

  test.each(refusedRows)('by $asks', async (row) => {
    const answers = await inBothForms('svc-posts/v2/items', row.query, 'mona');
    for (const answer of answers) expectRefused(answer, row);
  });

  test.each(refusedJsonRows)('by $asks', async (row) => {
    expectRefused(await scene.as('mona').post('svc-posts/v2/items/list', { json: row.query }), row);
  });

  test('by a key that would reach a prototype, and nothing is reached', async () => {
    const path = 'svc-posts/v2/items/list';
    const raw = '{"fields":{"__proto__":["x"]}}';
    const headers = { 'content-type': 'application/json' };
    const posted = await scene.as('mona').post(path, { raw, headers });
    const sent = await scene.as('mona').get(path, { query: 'fields[__proto__][]=x' });
    for (const { status, body } of [posted, sent])
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });
});
