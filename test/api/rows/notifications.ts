import { expect } from '@jest/globals';
import { refusal, wrong, type Row } from '../row.ts';

const notifications = 'svc/v1/notifications';
const list = `POST ${notifications}/get_notifications`;

export const notificationRows: readonly Row[] = [
  {
    name: 'all of one’s own become read',
    request: `POST ${notifications}/mark_all_viewed/:reg`,
    as: 'reg',
    json: {},
    status: 200,
    body: expect.any(Number),
  },
  {
    name: 'who has read everything has an empty list of what is new',
    request: list,
    as: 'reg',
    json: { all: false, page: 0, limit: 1000, mentions: false },
    status: 200,
    body: [],
  },
  {
    name: 'mentions and all may be left out, and forms will do',
    request: list,
    as: 'reg',
    form: { page: 0, limit: 20 },
    status: 200,
    body: [],
  },
  {
    name: 'a part in the query is none',
    request: list,
    query: { page: 0, limit: 9 },
    status: 400,
    body: refusal('notification_param_error', 'Please set the page and limit query parameters'),
  },
  ...['all', 'page', 'limit', 'mentions'].map((key) =>
    wrong(`an operator is no ${key}`, list, key, { json: { page: 0, limit: 20, [key]: { $gt: 0 } } }),
  ),
  {
    name: 'what is unread is counted, also for an empty body that says it is JSON',
    request: `POST ${notifications}/get_new_notifications_count`,
    as: 'reg',
    raw: '',
    headers: { 'content-type': 'application/json' },
    status: 200,
    body: 0,
  },
  {
    name: 'an operator is no id',
    request: `POST ${notifications}/mark_viewed/%7B%22$gt%22:0%7D`,
    status: 404,
    body: { code: 'rest_no_route' },
  },
];
