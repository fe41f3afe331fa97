import { itemAlone, type Answer, type Api } from '../../support/http.ts';
import { ask, type Sent } from './ask.ts';
import type { Place, Placed } from './places.ts';

/** A request that names a record in addition to the one in its path. */
interface Naming {
  readonly api: Api;
  /** The caller's own contact. */
  readonly own: number;
  /** The id of the named record. */
  readonly id: number;
  /** The connection field of contacts for records of that type. */
  readonly key: string;
}

/** An endpoint that takes the id of a record in a body or in a filter. */
export interface NamedRow {
  /** The endpoint as `npm run endpoints` prints it, without the API root. */
  readonly endpoint: string;
  readonly column: 'a hidden record named in a body' | 'a hidden record named in a filter';
  /** Distinguishes this row from others of the same endpoint. */
  readonly about?: string;
  /** The endpoint stores the id, for the caller only or in the record of the path. */
  readonly keeps?: true;
  /** The endpoint connects records, which needs permission to view both. */
  readonly connects?: true;
  send(naming: Naming): Promise<Answer<unknown>>;
}

/** The places of records to name, with the field that names them. */
export const connectedPlaces = [
  ['personal contact', 'relation'],
  ['access contact', 'relation'],
  ['foreign group', 'groups'],
] as const satisfies readonly (readonly [Place, string])[];

const contacts = 'svc-posts/v2/contacts';
const values = (id: number) => ({ values: [{ value: id }] });
const list = ({ key, id }: Naming) => ({ [key]: [id] });
const names = { fields_to_return: ['name'] };

/** The answer without the id of the named record, for a comparison. The status in the text stays, even if it is the same number. */
export const comparable = ({ status, text }: Answer<unknown>, { id }: Placed) => ({
  status,
  text: text
    .replaceAll(new RegExp(String.raw`(?<!"status":)\b${id}\b`, 'g'), 'ID')
    // A cursor belongs to one query.
    .replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"'),
});

type Row = Omit<NamedRow, 'column'>;

const ofType = 'svc-posts/v2/{post_type}';
const row = (endpoint: string, sent: (naming: Naming) => Sent, more: Partial<Row> = {}): Row => ({
  endpoint,
  send: (naming) => {
    const at = { post_type: 'contacts', id: naming.own };
    return ask(naming.api, endpoint, { at, ...sent(naming) });
  },
  ...more,
});

const inBody: readonly Row[] = [
  row(`POST ${ofType}`, ({ key, id }) => ({ json: { name: 'Made', [key]: values(id) } }), { connects: true }),
  {
    endpoint: `POST ${ofType}/batch`,
    send: ({ api, own, key, id }) => itemAlone(api, 'contacts', { ID: own, fields: { [key]: values(id) } }),
  },
  row(`POST ${ofType}`, ({ id }) => ({ json: { name: 'Made', additional_meta: { created_from: id } } }), {
    about: 'as its origin',
  }),
  row(`POST ${ofType}/{id}`, ({ key, id }) => ({ json: { [key]: values(id) } }), { connects: true }),
  row(`POST ${ofType}/merge`, ({ own, id }) => ({
    json: { primary_post_id: own, archiving_post_id: id, values: {} },
  })),
  {
    endpoint: `POST ${ofType}/{id}/dismiss-duplicates`,
    keeps: true,
    // The answer has all ids of earlier requests.
    async send({ api, own, id }) {
      const answer = await api.post(`${contacts}/${own}/dismiss-duplicates`, { json: { id } });
      return { ...answer, text: String(answer.text.includes(String(id))) };
    },
  },
  row(`POST ${contacts}/transfer`, ({ id }) => ({ json: { contact_id: id, site_post_id: 1 } })),
  row(`POST ${contacts}/transfer/summary/send-update`, ({ id }) => ({
    json: { contact_id: id, update: 'x' },
  })),
  row('POST svc/v1/users/create', ({ id }) => ({
    json: { 'user-email': 'named@example.test', 'user-display': 'Named', corresponds_to_contact: id },
  })),
  row('POST svc/v1/user/update', ({ id }) => ({ json: { add_people_groups: id } })),
];

const inFilter: readonly Row[] = [
  ...[`GET ${ofType}`, `GET ${ofType}/list`].map((endpoint) =>
    row(endpoint, (naming) => ({ query: { ...list(naming), ...names } })),
  ),
  row(`GET ${ofType}`, ({ key, id }) => ({ query: { [key]: [`-${id}`], ...names } }), {
    about: 'without it',
  }),
  row(`POST ${ofType}/list`, (naming) => ({ json: { fields: [list(naming)], ...names } })),
  row(`POST ${ofType}/split_by`, (naming) => ({ json: { field_id: naming.key, filters: list(naming) } })),
  row(`GET ${ofType}/compact`, ({ key, id }) => ({ query: { s: String(id), field_key: key } })),
  row('GET svc/v1/people-groups/compact', ({ id }) => ({ query: { s: String(id) } })),
  row('GET svc/v1/mapping_module/location_counts', (naming) => ({
    query: { post_type: 'contacts', query: list(naming) },
  })),
  {
    endpoint: 'POST svc/v1/users/save_filters',
    keeps: true,
    send: async (naming) => {
      const filter = { ID: 'named', name: 'Named', query: list(naming) };
      await naming.api.post('svc/v1/users/save_filters', { json: { post_type: 'contacts', filter } });
      return naming.api.get('svc/v1/users/get_filters', { query: { post_type: 'contacts' } });
    },
  },
];

/** Every endpoint that takes the id of a record in addition to the one in its path. */
export const namedRows: readonly NamedRow[] = [
  ...inBody.map((row): NamedRow => ({ ...row, column: 'a hidden record named in a body' })),
  ...inFilter.map((row): NamedRow => ({ ...row, column: 'a hidden record named in a filter' })),
];
