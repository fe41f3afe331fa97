import { refusal, type Row } from '../row.ts';

const list = 'GET svc-posts/v2/contacts';
const refused = (message: string | RegExp, key: string) => refusal('fields_to_sql', message, { key });

/** What a list is not made for. What lists show is in `lists.test.ts`. */
export const listRows: readonly Row[] = [
  {
    name: 'an unknown key is an unknown field',
    request: list,
    query: { shoe_size: [42] },
    status: 400,
    body: refused('One or more fields do not exist', 'shoe_size'),
  },
  {
    name: 'a database operator is an unknown field',
    request: 'POST svc-posts/v2/contacts/list',
    json: { $where: 'sleep(1000)' },
    status: 400,
    body: refused('One or more fields do not exist', '$where'),
  },
  {
    name: 'fields_to_return that is no list is refused',
    request: 'POST svc-posts/v2/contacts/list',
    json: { fields_to_return: { name: true } },
    status: 400,
    body: refused('fields_to_return must be an array', 'fields_to_return'),
  },
  {
    name: 'a list is refused for lack of rights before its query is looked at',
    request: list,
    as: 'reg',
    query: { shoe_size: [42] },
    status: 403,
    body: refusal('search_viewable_post', 'You do not have access to these'),
  },
  {
    name: 'what clients send along and means nothing is passed over',
    request: list,
    query:
      'limit=0&force_refresh=1&combine[]=subassigned&archived=false&status=all&_=17&_locale=user&post_type=x',
    status: 200,
    body: { posts: [] },
  },
];
