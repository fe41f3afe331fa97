import { expect, test } from '@jest/globals';
import { optionSteps, type OptionStep } from './key-select.ts';

const options = new Map(['none', 'attempted', 'established', 'met'].map((key) => [key, { label: key }]));
const field = (is_path: boolean) => ({ definition: { name: 'Path', type: 'key_select', is_path }, options });

test.each<[string, OptionStep, readonly OptionStep[]]>([
  ['contains a single step', ['none', 'attempted'], [['none', 'attempted']]],
  [
    'contains the skipped steps',
    ['none', 'met'],
    [
      ['none', 'attempted'],
      ['attempted', 'established'],
      ['established', 'met'],
    ],
  ],
  ['contains a step back as one step', ['met', 'none'], [['met', 'none']]],
  ['contains the first value as one step', [undefined, 'met'], [[undefined, 'met']]],
  ['contains the removal of the value as one step', ['met', undefined], [['met', undefined]]],
  ['contains a change to an unknown option as one step', ['none', 'other'], [['none', 'other']]],
  ['contains a change from an unknown option as one step', ['other', 'met'], [['other', 'met']]],
])('the history of a path %s', (_name, [before, after], steps) => {
  expect(optionSteps(before, after, field(true))).toEqual(steps);
  expect(optionSteps(before, after, field(false))).toEqual([[before, after]]);
});
