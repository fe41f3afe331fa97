import { expect, test } from '@jest/globals';
import { recordsGet } from '@svc/contracts';
import { forCallers } from './endpoint.ts';

const route = 'GET /{ns}/{post_type}/{id}';

test('an endpoint with a wrong path value or input is a type error', () => {
  const rows = [
    forCallers(route, recordsGet, ({ params }) => params),
    // @ts-expect-error the path has no {record}
    forCallers(route, recordsGet, ({ params }) => ({ ...params, id: params.record })),
    // @ts-expect-error the input lacks the id
    forCallers(route, recordsGet, ({ params }) => ({ post_type: params.post_type })),
    // @ts-expect-error the id is a number
    forCallers(route, recordsGet, ({ params }) => ({ ...params, id: '12' })),
  ];
  expect(rows).toHaveLength(4);
});
