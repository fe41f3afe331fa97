import fc from 'fast-check';
import { channels } from './channels.ts';
import { links } from './links.ts';
import type { ModelPlan, ModelPlans } from './model-write.ts';
import { locations, points } from './places.ts';
import { sets } from './sets.ts';
import { arrays, choices, days, dayTimes, flags, names, numbers, setDays, texts, users } from './singles.ts';
import { tasks } from './tasks.ts';

const own: Readonly<Record<string, ModelPlans>> = {
  a_text: texts,
  a_textarea: texts,
  a_number: numbers,
  a_flag: flags,
  an_option: choices,
  some_options: sets(fc.constantFrom('one', 'two', 'three')),
  some_tags: sets(fc.constantFrom('x', 'Y', 'two words', 'ü')),
  a_date: days,
  a_datetime: dayTimes,
  a_channel: channels,
  a_user: users,
  a_link: links,
  an_array: arrays,
  some_places: locations,
  some_places_meta: points('some_places'),
};

const mine = Object.fromEntries(
  Object.entries({ ...own, some_places_meta: points('my_some_places') }).map(([key, plans]) => [
    `my_${key}`,
    plans,
  ]),
);

const shared: Readonly<Record<string, ModelPlans>> = { name: names, post_date: setDays, ...own };
const privateValues: Readonly<Record<string, ModelPlans>> = {
  ...mine,
  some_tasks: tasks,
  some_reminders: tasks,
};
const all = { ...shared, ...privateValues };

/** The fields of the sample post type that everybody reads the same. */
export const sharedKeys = Object.keys(shared);

/** Those that each user has for themselves. */
export const privateKeys = Object.keys(privateValues);

/** What a request asks for: a plan for each of its fields, in their order. */
export type PlannedBody = readonly { readonly key: string; readonly plan: ModelPlan }[];

/** Requests that write a few fields each, all of them out of the same few. */
export function bodiesOf(keys: readonly string[]): fc.Arbitrary<PlannedBody> {
  return fc
    .uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 4 })
    .chain((chosen) => fc.tuple(...chosen.map(plansOf)));
}

/** A few fields that requests write again and again; places come with their points. */
export const fieldChoices: fc.Arbitrary<readonly string[]> = fc
  .uniqueArray(fc.constantFrom(...Object.keys(all)), { minLength: 2, maxLength: 5 })
  .map((keys) => [...new Set(keys.flatMap(withGrid))]);

function withGrid(key: string): string[] {
  if (!key.includes('some_places')) return [key];
  const grid = key.replace('_meta', '');
  return [grid, `${grid}_meta`];
}

function plansOf(key: string): fc.Arbitrary<PlannedBody[number]> {
  return (all[key] as ModelPlans).map((plan) => ({ key, plan }));
}
