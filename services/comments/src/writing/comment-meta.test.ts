import { expect, test } from '@jest/globals';
import { metaValues } from './comment-meta.ts';

const entry = (key: string, ...values: unknown[]) => [key, values];

test.each([
  [undefined, []],
  ['text', []],
  [7, []],
  [null, []],
  [['a'], []],
  [{}, []],
  [{ k: 'v', n: 5, yes: true }, [entry('k', 'v'), entry('n', '5'), entry('yes', '1')]],
  [{ list: ['a', 2, false, null] }, [entry('list', 'a', '2', '', null)]],
  [{ fromForm: { 0: 'a', 1: 'b' } }, [entry('fromForm', 'a', 'b')]],
  [{ nothing: null, none: [] }, [entry('nothing', null), entry('none')]],
  [JSON.parse('{"__proto__": "x"}'), [entry('__proto__', 'x')]],
  [
    { $set: 'a', 'a.b': 'b', constructor: 'c' },
    [entry('$set', 'a'), entry('a.b', 'b'), entry('constructor', 'c')],
  ],
  [{ reaction_heart: '3', reaction_: ['4'], reactions: 'v' }, [entry('reactions', 'v')]],
])('the meta %j is read as %j', (meta, expected) => {
  expect(metaValues(meta, 'add_post_comment')).toEqual(expected);
});

test.each([{ deep: [['a']] }, { deep: { x: { y: 1 } } }, { deep: ['a', {}] }])(
  'the meta %j is refused',
  (meta) => {
    const message = expect.stringContaining('"deep"');
    const refusal = expect.objectContaining({ code: 'update_post_comment', status: 400, message });
    expect(() => metaValues(meta, 'update_post_comment')).toThrow(refusal);
  },
);
