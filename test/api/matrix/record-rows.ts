import { itemAlone, type Answer, type Api } from '../../support/http.ts';
import { ask, type Sent } from './ask.ts';
import type { Refusal } from './caller-rows.ts';
import { places, type Place, type Placed } from './places.ts';
import { contactOverview, deleters, everybody, nobody, overview, workers, type Role } from './roles.ts';

/** The roles with permission, by place. */
export type Allowed = Readonly<Record<Place, readonly Role[]>>;

/** Other things that a request about a record can name. */
export interface OnRecord {
  /** A user whom the caller may not know of. */
  readonly other: number;
  /** Another user's comment on the record, and the key of the picture in another comment of theirs. */
  readonly comment: number;
  readonly picture: string;
}

/** An endpoint about one record: who may use it in which place, and the refusal of the others. */
export interface RecordRow {
  /** The endpoint as `npm run endpoints` prints it, without the API root. */
  readonly endpoint: string;
  readonly allowed: Allowed;
  readonly refusal: Refusal;
  send(api: Api, record: Placed, of: OnRecord): Promise<Answer<unknown>>;
  /** The expected answer to an allowed request. */
  readonly answer?: (record: Placed) => unknown;
  /** The request consumes the record, so each place needs one of its own. */
  readonly consumes?: true;
  /** The endpoint is for contacts only. */
  readonly isForContacts?: true;
  /** The request names another user's comment, or its picture. */
  readonly namesComment?: true;
}

/**
 * docs/adr/0007-access.md: a share permits viewing and updating for any role; administrators do not see personal contacts of others; records of
 * another type and missing records are refused like forbidden ones.
 */
export const mayView: Allowed = {
  'own contact': everybody,
  'shared contact': everybody,
  'access contact': contactOverview,
  'personal contact': nobody,
  'own group': everybody,
  'shared group': everybody,
  'foreign group': overview,
  'people group': workers,
  'other type': nobody,
  missing: nobody,
};

/** The capabilities that permit viewing also permit updating, even of people groups. */
const mayUpdate = mayView;

/** The author, of records that they may view, and roles that may delete any record; for those, deleting a missing record succeeds. */
const mayDelete: Allowed = {
  'own contact': everybody,
  'shared contact': deleters,
  'access contact': deleters,
  'personal contact': deleters,
  'own group': everybody,
  'shared group': deleters,
  'foreign group': deleters,
  'people group': deleters,
  'other type': deleters,
  missing: deleters,
};

const inEach = (of: (place: Place) => readonly Role[]): Allowed =>
  Object.fromEntries(places.map((place) => [place, of(place)])) as Record<Place, readonly Role[]>;

/** Following also needs `access_<type>`. */
const mayFollow = inEach((place) => mayView[place].filter((role) => workers.includes(role)));

/** Roles that work with the type may request access to any id; the answer does not depend on whether the record exists. */
const mayAsk = inEach(() => workers);

const none = inEach(() => nobody);

const path = ({ type, id }: Placed, rest = '') => `svc-posts/v2/${type}/${id}${rest}`;
const refused = (code: string) => ({ code, status: 403 });
const ofRecord = 'svc-posts/v2/{post_type}/{id}';
const itself: RecordRow['answer'] = ({ id }) => ({ ID: id });

const row = (
  endpoint: string,
  allowed: Allowed,
  code: string,
  sent: Sent | ((of: OnRecord) => Sent) = {},
  more: Partial<RecordRow> = {},
): RecordRow => ({
  endpoint,
  allowed,
  refusal: refused(code),
  send: (api, { type, id }, of) => {
    const { at, ...sending } = typeof sent === 'function' ? sent(of) : sent;
    return ask(api, endpoint, { ...sending, at: { post_type: type, id, ...at } });
  },
  ...more,
});

/** Every endpoint about one record. */
export const recordRows: readonly RecordRow[] = [
  row(`GET ${ofRecord}`, mayView, 'get_post', {}, { answer: itself }),
  row('GET svc-posts/{post_type}/v2/post-type/{id}', mayView, 'get_post', {}, { answer: itself }),
  ...['POST', 'PATCH'].map((method) =>
    row(`${method} ${ofRecord}`, mayUpdate, 'update_post', { json: { name: 'Renamed' } }, { answer: itself }),
  ),
  {
    endpoint: 'POST svc-posts/v2/{post_type}/batch',
    allowed: mayUpdate,
    refusal: refused('update_post'),
    send: (api, { type, id }) => itemAlone(api, type, { ID: id, fields: { name: 'Renamed' } }),
    answer: itself,
  },
  row(`DELETE ${ofRecord}`, mayDelete, 'delete_post', {}, { consumes: true }),
  row(`GET ${ofRecord}/activity`, mayView, 'get_post_activity'),
  row(`GET ${ofRecord}/activity/{activity_id}`, mayView, 'get_post_single_activity', {
    at: { activity_id: 1 },
  }),
  ...(['GET', 'POST'] as const).map((method): RecordRow => ({
    endpoint: `${method} ${ofRecord}/revert/{activity_id}`,
    allowed: mayUpdate,
    refusal: refused('update_post'),
    send: async (api, record) => {
      await api.post(path(record), { json: { name: 'Renamed' } });
      const { body } = await api.get<{ activity?: { histid: string }[] }>(path(record, '/activity'));
      return api.request(method, path(record, `/revert/${body.activity?.[0]?.histid ?? 1}`));
    },
    answer: itself,
    consumes: true,
  })),
  row(
    `POST ${ofRecord}/revert_activity_history`,
    mayUpdate,
    'update_post',
    { json: { ts_start: 0 } },
    { answer: itself },
  ),
  row(`GET ${ofRecord}/shares`, mayView, 'no_permission'),
  row(`POST ${ofRecord}/shares`, mayUpdate, 'add_shared', ({ other }) => ({ json: { user_id: other } })),
  row(`DELETE ${ofRecord}/shares`, mayUpdate, 'remove_shared', ({ other }) => ({ json: { user_id: other } })),
  row(`GET ${ofRecord}/following`, mayFollow, 'get_users_following_post'),
  row(`POST ${ofRecord}/request_record_access`, mayAsk, 'request_record_access'),
  row(
    'POST svc-posts/v2/contacts/{id}/accept',
    mayUpdate,
    'accept_contact',
    { json: { accept: true } },
    { isForContacts: true, consumes: true },
  ),
  row(`GET ${ofRecord}/duplicates`, mayView, 'get_post'),
  row(`GET ${ofRecord}/all_duplicates`, mayView, 'get_post'),
  row(`POST ${ofRecord}/dismiss-duplicates`, mayUpdate, 'update_post', { json: { id: 'all' } }),
  row(
    `POST ${ofRecord}/post_messaging`,
    mayView,
    'get_post',
    { json: { subject: 'Hello', from_name: 'Us', send_method: 'email', message: 'Hello' } },
    // None of the contacts has a mail address.
    { answer: ({ id }) => ({ post_id: id, sent: false }) },
  ),
  ...fileRows(),
  ...(['svc-posts', 'svc'] as const).flatMap((namespace) => commentRows(namespace)),
];

/** Files: reading needs permission to view, everything else to update. */
function fileRows(): RecordRow[] {
  const of = (what: string, json: object, answer: object) =>
    row(
      `POST ${ofRecord}/${what}`,
      mayUpdate,
      'rest_forbidden',
      { json: { meta_key: 'record_picture', ...json } },
      { answer: () => answer },
    );
  return [
    {
      ...of('storage_upload', {}, { uploaded: true }),
      send: (api, record) => uploadPicture(api, path(record)),
    },
    {
      ...of('storage_download', {}, { type: 'image/png' }),
      allowed: mayView,
      namesComment: true,
      send: async (api, record, { picture }) => {
        const json = { meta_key: 'photo', file_key: picture };
        const answer = await api.post(path(record, '/storage_download'), { json });
        const type = answer.headers.get('content-type');
        return answer.status === 200 ? { ...answer, body: { type } } : answer;
      },
    },
    of('storage_rename_single', { file_key: 'none', new_name: 'a' }, { renamed: false }),
    of('storage_delete_single', { file_key: 'none' }, { deleted: false }),
    of('storage_delete', {}, { deleted: false }),
  ];
}

/** Uploads a picture with the form that clients send: in a comment, unless another field of the record is named. */
export function uploadPicture(
  api: Api,
  path: string,
  metaKey = 'photo',
): Promise<Answer<Record<string, unknown>>> {
  const part = (named: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; ${named}\r\n\r\n${content}\r\n`;
  const form = Buffer.from(
    part('name="meta_key"', metaKey) +
      part('name="upload_type"', metaKey === 'photo' ? 'image_comment' : 'post') +
      part('name="storage_upload_files[]"; filename="a.png"', onePixel) +
      '--x--\r\n',
    'latin1',
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return api.post(`${path}/storage_upload`, { raw: new Uint8Array(form), headers });
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1');

/** Comments: reading needs permission to view, writing and reacting to update; no role may change the comments of others. */
function commentRows(namespace: 'svc-posts' | 'svc'): RecordRow[] {
  const all = `${namespace}/v2/{post_type}/{id}/comments`;
  const one = `${all}/{comment_id}`;
  const on =
    (json?: object) =>
    ({ comment }: OnRecord): Sent => ({ at: { comment_id: comment }, ...(json && { json }) });
  const named = { namesComment: true } as const;
  return [
    row(`GET ${all}`, mayView, 'get_post_comments'),
    row(`POST ${all}`, mayUpdate, 'add_post_comment', { json: { comment: 'Said' } }),
    row(`POST ${one}`, none, 'update_post_comment', on({ comment: 'Changed' }), named),
    row(`DELETE ${one}`, none, 'delete_post_comment', on(), named),
    row(
      `POST ${one}/react`,
      mayUpdate,
      'toggle_post_comment_reaction',
      on({ reaction: 'reaction_heart' }),
      named,
    ),
  ];
}
