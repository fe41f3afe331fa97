import { itemAlone, type Answer, type Api } from '../../support/http.ts';
import type { Place, Placed } from './places.ts';

/** A request that names a record besides the one in its path. */
export interface Naming {
  readonly api: Api;
  /** The caller's own contact. */
  readonly own: number;
  /** What is named, by an id. */
  readonly id: number;
  /** The connection of contacts that leads to records of its type. */
  readonly key: string;
}

/** An endpoint that takes the id of a record in a body or in a filter. */
export interface NamedRow {
  /** The endpoint as `npm run endpoints` prints it. */
  readonly endpoint: string;
  readonly column: 'a hidden record named in a body' | 'a hidden record named in a filter';
  /** What tells this row from others of the endpoint. */
  readonly about?: string;
  /** It keeps what it was sent, for the caller alone or in the record of the path. */
  readonly keeps?: true;
  /** Whether it connects records: then it is open to those who may view both. */
  readonly connects?: true;
  send(naming: Naming): Promise<Answer<unknown>>;
}

/** Where a record is that may be named, and the field that names it. */
export const connectedPlaces = [
  ['personal contact', 'relation'],
  ['access contact', 'relation'],
  ['foreign group', 'groups'],
] as const satisfies readonly (readonly [Place, string])[];

const contacts = 'svc-posts/v2/contacts';
const transfers = `${contacts}/transfer`;
const values = (id: number) => ({ values: [{ value: id }] });
const list = ({ key, id }: Naming) => ({ [key]: [id] });
const names = { fields_to_return: ['name'] };

/** The answer, without its place in time and without the one id that may differ; a status may be the same number. */
export const comparable = ({ status, text }: Answer<unknown>, { id }: Placed) => ({
  status,
  text: text.replaceAll(new RegExp(String.raw`(?<!"status":)\b${id}\b`, 'g'), 'ID'),
});

const inBody: readonly Omit<NamedRow, 'column'>[] = [
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}',
    connects: true,
    send: ({ api, key, id }) => api.post(contacts, { json: { name: 'Made', [key]: values(id) } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/batch',
    send: ({ api, own, key, id }) => itemAlone(api, 'contacts', { ID: own, fields: { [key]: values(id) } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}',
    about: 'as its origin',
    send: ({ api, id }) =>
      api.post(contacts, { json: { name: 'Made', additional_meta: { created_from: id } } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/{id}',
    connects: true,
    send: ({ api, own, key, id }) => api.post(`${contacts}/${own}`, { json: { [key]: values(id) } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/merge',
    send: ({ api, own, id }) =>
      api.post(`${contacts}/merge`, { json: { primary_post_id: own, archiving_post_id: id, values: {} } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/{id}/dismiss-duplicates',
    keeps: true,
    // The answer has all ids that were ever sent.
    async send({ api, own, id }) {
      const answer = await api.post(`${contacts}/${own}/dismiss-duplicates`, { json: { id } });
      return { ...answer, text: String(answer.text.includes(String(id))) };
    },
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/contacts/transfer',
    send: ({ api, id }) => api.post(transfers, { json: { contact_id: id, site_post_id: 1 } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/contacts/transfer/summary/send-update',
    send: ({ api, id }) =>
      api.post(`${transfers}/summary/send-update`, { json: { contact_id: id, update: 'x' } }),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/users/create',
    send: ({ api, id }) =>
      api.post('svc/v1/users/create', {
        json: { 'user-email': 'named@example.test', 'user-display': 'Named', corresponds_to_contact: id },
      }),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/user/update',
    send: ({ api, id }) => api.post('svc/v1/user/update', { json: { add_people_groups: id } }),
  },
];

const inFilter: readonly Omit<NamedRow, 'column'>[] = [
  ...[contacts, `${contacts}/list`].map((path) => ({
    endpoint: `GET /wp-json/${path.replace('contacts', '{post_type}')}`,
    send: (naming: Naming) => naming.api.get(path, { query: { ...list(naming), ...names } }),
  })),
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}',
    about: 'without it',
    send: ({ api, key, id }) => api.get(contacts, { query: { [key]: [`-${id}`], ...names } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/list',
    send: (naming) => naming.api.post(`${contacts}/list`, { json: { fields: [list(naming)], ...names } }),
  },
  {
    endpoint: 'POST /wp-json/svc-posts/v2/{post_type}/split_by',
    send: (naming) =>
      naming.api.post(`${contacts}/split_by`, { json: { field_id: naming.key, filters: list(naming) } }),
  },
  {
    endpoint: 'GET /wp-json/svc-posts/v2/{post_type}/compact',
    send: ({ api, key, id }) => api.get(`${contacts}/compact`, { query: { s: String(id), field_key: key } }),
  },
  {
    endpoint: 'GET /wp-json/svc/v1/people-groups/compact',
    send: ({ api, id }) => api.get('svc/v1/people-groups/compact', { query: { s: String(id) } }),
  },
  {
    endpoint: 'GET /wp-json/svc/v1/mapping_module/location_counts',
    send: (naming) =>
      naming.api.get('svc/v1/mapping_module/location_counts', {
        query: { post_type: 'contacts', query: list(naming) },
      }),
  },
  {
    endpoint: 'POST /wp-json/svc/v1/users/save_filters',
    keeps: true,
    send: async (naming) => {
      const filter = { ID: 'named', name: 'Named', query: list(naming) };
      await naming.api.post('svc/v1/users/save_filters', { json: { post_type: 'contacts', filter } });
      return naming.api.get('svc/v1/users/get_filters', { query: { post_type: 'contacts' } });
    },
  },
];

/** Every endpoint that takes the id of a record besides the one in its path. */
export const namedRows: readonly NamedRow[] = [
  ...inBody.map((row): NamedRow => ({ ...row, column: 'a hidden record named in a body' })),
  ...inFilter.map((row): NamedRow => ({ ...row, column: 'a hidden record named in a filter' })),
];
