import { expect, test } from '@jest/globals';
import { recordsGet } from '@svc/contracts';
import { defineEndpoint } from './endpoint.ts';

const row = {
  route: 'GET /{ns}/{post_type}/{id}',
  access: 'caller',
  operation: recordsGet,
} as const;

test('a row that forgets who may call, misspells a path value or has another input is a type error', () => {
  const { access: _forgotten, ...open } = row;
  const rows = [
    defineEndpoint({ ...row, input: ({ params }) => params }),
    // @ts-expect-error access is missing
    defineEndpoint({ ...open, input: ({ params }) => params }),
    // @ts-expect-error the path has no {record}
    defineEndpoint({ ...row, input: ({ params }) => ({ ...params, id: params.record }) }),
    // @ts-expect-error the input lacks the id
    defineEndpoint({ ...row, input: ({ params }) => ({ post_type: params.post_type }) }),
    // @ts-expect-error the id is a number
    defineEndpoint({ ...row, input: ({ params }) => ({ ...params, id: '12' }) }),
  ];
  expect(rows).toHaveLength(5);
});
