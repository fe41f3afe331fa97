import { expect, test } from '@jest/globals';
import { metaValues } from './comment-meta.ts';

test.each([
  [undefined, []],
  ['text', []],
  [7, []],
  [null, []],
  [['a'], []],
  [{}, []],
  [
    { k: 'v', n: 5, yes: true },
    [
      ['k', ['v']],
      ['n', ['5']],
      ['yes', ['1']],
    ],
  ],
  [{ list: ['a', 2, false, null] }, [['list', ['a', '2', '', null]]]],
  [{ fromForm: { 0: 'a', 1: 'b' } }, [['fromForm', ['a', 'b']]]],
  [
    { nothing: null, none: [] },
    [
      ['nothing', [null]],
      ['none', []],
    ],
  ],
  [JSON.parse('{"__proto__": "x"}'), [['__proto__', ['x']]]],
  [
    { $set: 'a', 'a.b': 'b', constructor: 'c' },
    [
      ['$set', ['a']],
      ['a.b', ['b']],
      ['constructor', ['c']],
    ],
  ],
  [{ reaction_heart: '3', reaction_: ['4'], reactions: 'v' }, [['reactions', ['v']]]],
])('the meta %j is read as %j', (meta, expected) => {
  expect(metaValues(meta, 'add_post_comment')).toEqual(expected);
});

test.each([{ deep: [['a']] }, { deep: { x: { y: 1 } } }, { deep: ['a', {}] }])(
  'the meta %j is refused',
  (meta) => {
    expect(() => metaValues(meta, 'update_post_comment')).toThrow(
      expect.objectContaining({
        code: 'update_post_comment',
        status: 400,
        message: expect.stringContaining('"deep"'),
      }),
    );
  },
);
