import { itemAlone, type Answer, type Api } from '../../support/http.ts';
import type { Refusal } from './caller-rows.ts';
import { places, type Place, type Placed } from './places.ts';
import { contactOverview, deleters, everybody, nobody, overview, workers, type Role } from './roles.ts';

/** Which roles may, in each place. */
export type Allowed = Readonly<Record<Place, readonly Role[]>>;

/** What a request about a record may name besides it. */
export interface OnRecord {
  /** A user whom the caller knows nothing of. */
  readonly other: number;
  /** Somebody else's comment on the record, and the key of the picture that came with another one of theirs. */
  readonly comment: number;
  readonly picture: string;
}

/** An endpoint that is about one record: who may use it where, and how everybody else is refused. */
export interface RecordRow {
  /** The endpoint as `npm run endpoints` prints it. */
  readonly endpoint: string;
  readonly allowed: Allowed;
  readonly refusal: Refusal;
  send(api: Api, record: Placed, of: OnRecord): Promise<Answer<unknown>>;
  /** What an allowed answer has to say. */
  readonly answer?: (record: Placed) => unknown;
  /** Each place needs a record of its own. */
  readonly consumes?: true;
  /** It is for contacts alone. */
  readonly isForContacts?: true;
}

/**
 * docs/adr/0007-access.md: a share views and updates whatever the role; administrators do not
 * see other people's personal contacts; a record of another type and one that is not there are as forbidden as any.
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

/** The capabilities of the roles open records for both: people groups too. */
const mayUpdate = mayView;

/** The author, of what they may view, and who may delete any; to them one that is gone already is deleted. */
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

/** Who works with the type may ask for any record of it, and is told the same whether or not it is there. */
const mayAsk = inEach(() => workers);

const none = inEach(() => nobody);

const at = ({ type, id }: Placed, rest = '') => `svc-posts/v2/${type}/${id}${rest}`;
const refused = (code: string) => ({ code, status: 403 });

const message = { subject: 'Hello', from_name: 'Us', send_method: 'email', message: 'Hello' };

/** Every endpoint about one record. */
export const recordRows: readonly RecordRow[] = [
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}/{id}',
    allowed: mayView,
    refusal: refused('get_post'),
    send: (api, record) => api.get(at(record)),
    answer: ({ id }) => ({ ID: id }),
  },
  {
    endpoint: 'GET /wp-json/svc-posts/{post_type}/v2/post-type/{id}',
    allowed: mayView,
    refusal: refused('get_post'),
    send: (api, { type, id }) => api.get(`svc-posts/${type}/v2/post-type/${id}`),
    answer: ({ id }) => ({ ID: id }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/{id}',
    allowed: mayUpdate,
    refusal: refused('update_post'),
    send: (api, record) => api.post(at(record), { json: { name: 'Renamed' } }),
    answer: ({ id }) => ({ ID: id }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/batch',
    allowed: mayUpdate,
    refusal: refused('update_post'),
    send: (api, { type, id }) => itemAlone(api, type, { ID: id, fields: { name: 'Renamed' } }),
    answer: ({ id }) => ({ ID: id }),
  },
  {
    endpoint: 'DELETE /wp-json/svc-posts/v2/{post_type}/{id}',
    allowed: mayDelete,
    refusal: refused('delete_post'),
    send: (api, record) => api.delete(at(record)),
    consumes: true,
  },
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}/{id}/activity',
    allowed: mayView,
    refusal: refused('get_post_activity'),
    send: (api, record) => api.get(at(record, '/activity')),
  },
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}/{id}/activity/{activity_id}',
    allowed: mayView,
    refusal: refused('get_post_single_activity'),
    send: (api, record) => api.get(at(record, '/activity/1')),
  },
  ...(['GET', 'POST'] as const).map((method): RecordRow => ({
    endpoint: `${method} /wp-json/svc-posts/v2/{post_type}/{id}/revert/{activity_id}`,
    allowed: mayUpdate,
    refusal: refused('update_post'),
    send: async (api, record) => {
      await api.post(at(record), { json: { name: 'Renamed' } });
      const { body } = await api.get<{ activity?: { histid: string }[] }>(at(record, '/activity'));
      return api.request(method, at(record, `/revert/${body.activity?.[0]?.histid ?? 1}`));
    },
    answer: ({ id }) => ({ ID: id }),
    consumes: true,
  })),
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/{id}/revert_activity_history',
    allowed: mayUpdate,
    refusal: refused('update_post'),
    send: (api, record) => api.post(at(record, '/revert_activity_history'), { json: { ts_start: 0 } }),
    answer: ({ id }) => ({ ID: id }),
  },
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}/{id}/shares',
    allowed: mayView,
    refusal: refused('no_permission'),
    send: (api, record) => api.get(at(record, '/shares')),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/{id}/shares',
    allowed: mayUpdate,
    refusal: refused('add_shared'),
    send: (api, record, { other }) => api.post(at(record, '/shares'), { json: { user_id: other } }),
  },
  {
    endpoint: 'DELETE /wp-json/svc-posts/v2/{post_type}/{id}/shares',
    allowed: mayUpdate,
    refusal: refused('remove_shared'),
    send: (api, record, { other }) => api.delete(at(record, '/shares'), { json: { user_id: other } }),
  },
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}/{id}/following',
    allowed: mayFollow,
    refusal: refused('get_users_following_post'),
    send: (api, record) => api.get(at(record, '/following')),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/{id}/request_record_access',
    allowed: mayAsk,
    refusal: refused('request_record_access'),
    send: (api, record) => api.post(at(record, '/request_record_access')),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/contacts/{id}/accept',
    allowed: mayUpdate,
    refusal: refused('accept_contact'),
    send: (api, record) => api.post(at(record, '/accept'), { json: { accept: true } }),
    isForContacts: true,
    consumes: true,
  },
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}/{id}/duplicates',
    allowed: mayView,
    refusal: refused('get_post'),
    send: (api, record) => api.get(at(record, '/duplicates')),
  },
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}/{id}/all_duplicates',
    allowed: mayView,
    refusal: refused('get_post'),
    send: (api, record) => api.get(at(record, '/all_duplicates')),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/{id}/dismiss-duplicates',
    allowed: mayUpdate,
    refusal: refused('update_post'),
    send: (api, record) => api.post(at(record, '/dismiss-duplicates'), { json: { id: 'all' } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/{id}/post_messaging',
    allowed: mayView,
    refusal: refused('get_post'),
    send: (api, record) => api.post(at(record, '/post_messaging'), { json: message }),
    // None of them has an address.
    answer: ({ id }) => ({ post_id: id, sent: false }),
  },
  ...fileRows(),
  ...(['svc-posts', 'svc'] as const).flatMap((namespace) => commentRows(namespace)),
];

/** Files: reading goes with viewing, everything else with updating. */
function fileRows(): RecordRow[] {
  const row = (what: string, json: object, answer?: object): RecordRow => ({
    endpoint: `POST /wp-json/svc-posts/v2/{post_type}/{id}/${what}`,
    allowed: mayUpdate,
    refusal: refused('rest_forbidden'),
    send: (api, record) =>
      api.post(at(record, `/${what}`), { json: { meta_key: 'record_picture', ...json } }),
    ...(answer && { answer: () => answer }),
  });
  return [
    {
      ...row('storage_upload', {}),
      send: (api, record) => uploadPicture(api, at(record)),
      answer: () => ({ uploaded: true }),
    },
    {
      ...row('storage_download', {}),
      allowed: mayView,
      send: async (api, record, { picture }) => {
        const json = { meta_key: 'photo', file_key: picture };
        const answer = await api.post(at(record, '/storage_download'), { json });
        const type = answer.headers.get('content-type');
        return answer.status === 200 ? { ...answer, body: { type } } : answer;
      },
      answer: () => ({ type: 'image/png' }),
    },
    row('storage_rename_single', { file_key: 'none', new_name: 'a' }, { renamed: false }),
    row('storage_delete_single', { file_key: 'none' }, { deleted: false }),
    row('storage_delete', {}, { deleted: false }),
  ];
}

/** A comment with a picture, in the form that clients send. */
export function uploadPicture(api: Api, path: string): Promise<Answer<Record<string, unknown>>> {
  const part = (named: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; ${named}\r\n\r\n${content}\r\n`;
  const form = Buffer.from(
    part('name="meta_key"', 'photo') +
      part('name="upload_type"', 'image_comment') +
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

/** Comments: reading goes with viewing, writing and reacting with updating; other people's stay theirs whatever the role. */
function commentRows(namespace: 'svc-posts' | 'svc'): RecordRow[] {
  const path = ({ type, id }: Placed, rest = '') => `${namespace}/v2/${type}/${id}/comments${rest}`;
  const endpoint = `/wp-json/${namespace}/v2/{post_type}/{id}/comments`;
  return [
    {
      endpoint: `GET ${endpoint}`,
      allowed: mayView,
      refusal: refused('get_post_comments'),
      send: (api, record) => api.get(path(record)),
    },
    {
      endpoint: `POST ${endpoint}`,
      allowed: mayUpdate,
      refusal: refused('add_post_comment'),
      send: (api, record) => api.post(path(record), { json: { comment: 'Said' } }),
    },
    {
      endpoint: `POST ${endpoint}/{comment_id}`,
      allowed: none,
      refusal: refused('update_post_comment'),
      send: (api, record, { comment }) =>
        api.post(path(record, `/${comment}`), { json: { comment: 'Changed' } }),
    },
    {
      endpoint: `DELETE ${endpoint}/{comment_id}`,
      allowed: none,
      refusal: refused('delete_post_comment'),
      send: (api, record, { comment }) => api.delete(path(record, `/${comment}`)),
    },
    {
      endpoint: `POST ${endpoint}/{comment_id}/react`,
      allowed: mayUpdate,
      refusal: refused('toggle_post_comment_reaction'),
      send: (api, record, { comment }) =>
        api.post(path(record, `/${comment}/react`), { json: { reaction: 'reaction_heart' } }),
    },
  ];
}
