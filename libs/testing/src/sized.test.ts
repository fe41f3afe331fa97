import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sampled, testSeed } from './sized.ts';

const roles = ['editor', 'reader', 'guest'];
const doors = ['open', 'close', 'lock', 'list'];
const cases = roles.flatMap((role) => doors.map((door) => `${role} ${door}`));
const kindsOf = (each: string) => each.split(' ');

const { TEST_TIER: tier, TEST_SEED: seed } = process.env;

beforeEach(() => {
  process.env['TEST_TIER'] = 'all';
  process.env['TEST_SEED'] = 'a';
});

afterEach(() => {
  restore('TEST_TIER', tier);
  restore('TEST_SEED', seed);
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** The samples of a hundred seeds. */
const samples = (share: number) =>
  Array.from({ length: 100 }, (_, number) => {
    process.env['TEST_SEED'] = `commit ${number}`;
    return sampled(cases, share, kindsOf);
  });

test('a seed always draws the same sample, of the demanded share and in the order of the cases', () => {
  const drawn = sampled(cases, 0.5);
  expect(drawn).toHaveLength(6);
  expect(drawn).toEqual(cases.filter((each) => drawn.includes(each)));
  expect(sampled(cases, 0.5)).toEqual(drawn);
});

test('the seeds of successive runs draw different samples, and every case in some of them', () => {
  const all = samples(0.25);
  expect(new Set(all.map(String)).size).toBeGreaterThan(10);
  expect(new Set(all.flat())).toEqual(new Set(cases));
});

test('every sample has a case of each kind, however small its share', () => {
  for (const sample of samples(0)) {
    expect(new Set(sample.flatMap(kindsOf))).toEqual(new Set([...roles, ...doors]));
    expect(sample.length).toBeLessThan(cases.length);
  }
});

test('the long tier has all cases', () => {
  process.env['TEST_TIER'] = 'long';
  expect(sampled(cases, 0.1, kindsOf)).toEqual(cases);
});

test('without a seed of the run, the commit is the seed', () => {
  delete process.env['TEST_SEED'];
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
  expect(testSeed()).toBe(git.status === 0 ? git.stdout.trim() : 'no commit');
});
