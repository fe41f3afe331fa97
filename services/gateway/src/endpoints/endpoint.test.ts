import { expect, test } from '@jest/globals';
import { recordsGet } from '@svc/contracts';
import { commaList, isOn } from './coercions.ts';
import { forCallers } from './endpoint.ts';
import { constant, fromQuery, inPath, inQuery } from './input-sources.ts';

const route = 'GET /{ns}/{post_type}/{id}';
const withoutId = 'GET /{ns}/{post_type}/{comment_id}';

test('an endpoint with a wrong path value or input is a type error', () => {
  const rows = [
    forCallers(route, recordsGet, {}),
    forCallers(route, recordsGet, { is_view: inQuery('view', isOn) }),
    forCallers(withoutId, recordsGet, { id: inPath('comment_id') }),
    forCallers(withoutId, recordsGet, { ...fromQuery('id') }),
    // @ts-expect-error the path has no {record}
    forCallers(route, recordsGet, { id: inPath('record') }),
    // @ts-expect-error the id is a number
    forCallers(route, recordsGet, { id: inPath('post_type') }),
    // @ts-expect-error the input lacks the id
    forCallers(withoutId, recordsGet, {}),
    // @ts-expect-error the id is a number
    forCallers(withoutId, recordsGet, { id: constant('12') }),
    // @ts-expect-error the switch is no list
    forCallers(route, recordsGet, { is_view: inQuery('view', commaList) }),
    // @ts-expect-error the operation has no input of this name
    forCallers(route, recordsGet, { is_veiw: inQuery('view', isOn) }),
    // @ts-expect-error the operation has no input of this name
    forCallers(route, recordsGet, { ...fromQuery('is_veiw') }),
  ];
  expect(rows).toHaveLength(11);
});
