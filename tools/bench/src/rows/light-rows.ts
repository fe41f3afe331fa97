import { openApiPath } from './known-tags.ts';
import { list, get } from './read-rows.ts';
import { getAs, rowOf, type Measured, type RequestKind, type Row } from './row.ts';
import { update } from './write-rows.ts';

const settings: RequestKind = {
  name: 'settings',
  ours: ({ administrator }) => getAs(administrator, 'contacts/settings'),
};

const sentWith = (
  kind: RequestKind,
  name: string,
  headers: Readonly<Record<string, string>>,
): RequestKind => ({
  name,
  ours: (measured) => ({ ...kind.ours(measured), headers }),
});

/** A conditional GET of something that has not changed. */
const unchanged = (
  name: string,
  asks: (measured: Measured) => { path: string; tag: string },
): RequestKind => ({
  name,
  status: 304,
  ours: (measured) => {
    const { path, tag } = asks(measured);
    return { ...getAs(measured.administrator, path), headers: { 'if-none-match': tag } };
  },
});

const getUnchanged = unchanged('get-304', ({ tags, choices }) => {
  const { id, tag } = choices.one(tags.contacts);
  return { path: `contacts/${id}`, tag };
});
const listUnchanged = unchanged('list-304', ({ tags }) => ({ path: 'contacts', tag: tags.list }));
const settingsUnchanged = unchanged('settings-304', ({ tags }) => ({
  path: 'contacts/settings',
  tag: tags.settings,
}));

/** The document of the API with the types that the administrator may see. */
const openApi: RequestKind = {
  name: 'openapi',
  ours: ({ administrator: { token } }) => ({ method: 'GET', path: openApiPath, token }),
  thin: () => ({ method: 'GET', path: openApiPath }),
};

const openApiUnchanged: RequestKind = {
  name: 'openapi-304',
  status: 304,
  ours: ({ administrator: { token }, tags }) => ({
    method: 'GET',
    path: openApiPath,
    token,
    headers: { 'if-none-match': tags.openApi },
  }),
};

/** An update with an `if-match` that no record has. */
const outdated: RequestKind = { ...sentWith(update, 'update-412', { 'if-match': '"0.none"' }), status: 412 };

/** Requests with headers; compare them with the same requests without headers in the same run. */
export const lightRows: readonly Row[] = [
  rowOf(getUnchanged, { title: 'get, unchanged' }),
  rowOf(listUnchanged, { title: 'list 100 (cached), unchanged' }),
  rowOf(settings, { title: 'settings' }),
  rowOf(settingsUnchanged, { title: 'settings, unchanged' }),
  rowOf(openApi, { title: 'OpenAPI document' }),
  rowOf(openApiUnchanged, { title: 'OpenAPI document, unchanged' }),
  rowOf(sentWith(list, 'list-gzip', { 'accept-encoding': 'gzip' }), { title: 'list 100 (cached), gzip' }),
  rowOf(sentWith(list, 'list-br', { 'accept-encoding': 'br' }), { title: 'list 100 (cached), Brotli' }),
  rowOf(outdated, { title: 'update of what has moved on' }),
  rowOf(sentWith(get, 'get-close', { connection: 'close' }), { title: 'get, a connection each' }),
];
