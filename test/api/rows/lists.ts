import { lacking, refusal, wrong, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const mapping = 'svc/v1/mapping_module';
const counts = `GET ${mapping}/location_counts`;

/** Lists without filters (see list-filters.test.ts), and other requests of pickers, maps and the list page. */
export const listRows: readonly Row[] = [
  {
    name: 'fields_to_return that is no list is refused',
    request: `POST ${contacts}/list`,
    json: { fields_to_return: { name: true } },
    status: 400,
    body: refusal('fields_to_sql', 'fields_to_return must be an array', { key: 'fields_to_return' }),
  },
  {
    name: 'a list is refused for lack of rights before its query is looked at',
    request: `GET ${contacts}`,
    as: 'reg',
    query: { shoe_size: [42] },
    status: 403,
    body: refusal('search_viewable_post', 'You do not have access to these'),
  },
  {
    name: 'what clients send along and means nothing is passed over',
    request: `GET ${contacts}`,
    query:
      'limit=0&force_refresh=1&combine[]=subassigned&archived=false&status=all&_=17&_locale=user&post_type=x',
    status: 200,
    body: { posts: [] },
  },
  wrong('the text of a compact list is one text', `GET ${contacts}/compact?s[$gt]=a`, 's'),
  {
    name: 'counts for maps take the filters of lists',
    request: `${counts}?post_type=contacts&fields[0][shoe_size][]=1&limit=0&_=1`,
    status: 400,
    body: refusal('fields_to_sql', 'One or more fields do not exist', { key: 'shoe_size' }),
  },
  lacking('they are those of a type', counts, ['post_type']),
  wrong('they are those in a place', `${counts}?post_type=contacts&parent=France`, 'parent'),
  wrong('a place is looked for by one text', `GET ${mapping}/search_location_grid_by_name?s[a]=1`, 's'),
  lacking('values are asked for with a field', `GET ${contacts}/multi-select-values?s=old`, ['field']),
];
