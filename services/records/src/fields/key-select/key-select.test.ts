import { expect, test } from '@jest/globals';
import { optionSteps, type OptionStep } from './key-select.ts';

const options = new Map(['none', 'attempted', 'established', 'met'].map((key) => [key, { label: key }]));
const field = (is_path: boolean) => ({ definition: { name: 'Path', type: 'key_select', is_path }, options });

test.each<[string, OptionStep, readonly OptionStep[]]>([
  ['names a step', ['none', 'attempted'], [['none', 'attempted']]],
  [
    'names the steps that are left out',
    ['none', 'met'],
    [
      ['none', 'attempted'],
      ['attempted', 'established'],
      ['established', 'met'],
    ],
  ],
  ['names the way back as it is', ['met', 'none'], [['met', 'none']]],
  ['begins where it begins', [undefined, 'met'], [[undefined, 'met']]],
  ['ends where it ends', ['met', undefined], [['met', undefined]]],
  ['knows no way to what is no step', ['none', 'other'], [['none', 'other']]],
  ['knows no way from what is no step', ['other', 'met'], [['other', 'met']]],
])('the history of a path %s', (_name, [before, after], steps) => {
  expect(optionSteps(before, after, field(true))).toEqual(steps);
  expect(optionSteps(before, after, field(false))).toEqual([[before, after]]);
});
