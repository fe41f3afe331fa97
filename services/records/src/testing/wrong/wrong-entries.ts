import fc from 'fast-check';
import {
  control,
  fraction,
  lists,
  long,
  maps,
  nested,
  noIds,
  shapes,
  unknownIds,
  words,
  wrongSet,
} from './shapes.ts';
import { wrongMoments } from './wrong-singles.ts';

type Wrong = fc.Arbitrary<unknown>;

const noEntries = fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null), lists, fc.constant({}));
const noTexts = fc.oneof(fc.boolean(), lists, maps, control, long);
const none = fc.constantFrom('', ' ', null, undefined);
const noEntryIds = fc.oneof(noIds, words, shapes, fc.boolean());
const noTypes = fc.oneof(words, noTexts, none, fc.constantFrom('old', 'Web', 'constructor', '__proto__'));

const wrongLinks = fc.oneof(
  noEntries,
  fc.record({ type: fc.constant('web'), value: fc.oneof(noTexts, none) }),
  fc.record({ type: noTypes, value: fc.constant('x') }).filter(({ type }) => type !== ' '),
  fc.record({ meta_id: noEntryIds, value: fc.constant('x') }),
  fc.record({ delete: fc.constantFrom(true, '1'), type: fc.constant('web'), value: fc.constant('x') }),
  fc.record({ meta_id: unknownIds }),
);

const wrongTasks = fc.oneof(
  noEntries,
  fc.record({
    value: fc.oneof(
      fc.boolean(),
      lists,
      control,
      long,
      nested.map((deep) => ({ deep })),
    ),
  }),
  fc.record({ date: fc.constant('2030-01-01'), category: fc.constant('x') }),
  fc.record({ value: fc.constant('x'), date: wrongMoments }),
  fc.record({ value: fc.constant('x'), category: noTexts }),
  fc.record({ id: noEntryIds, value: fc.constant('x') }),
  fc.record({ value: fc.constant('x'), delete: fc.constant(true) }),
);

const noRows = fc.oneof(noIds, words, shapes, fc.boolean(), fc.constantFrom(0, '0', 99, '201', 1_000_000));

const wrongRows = fc.oneof(
  noEntries,
  fc.record({ value: noRows }),
  fc.record({ grid_id: noRows }),
  fc.record({ value: noRows, delete: fc.constant(false) }),
);

const known = fc.constant(100);
const degrees = fc.constantFrom(5, '5');
const noDegrees = fc.oneof(words, shapes, fc.boolean(), fc.constantFrom('1e2', 1e300, '5,5', 'NaN', '0x5'));

const wrongPoints = fc.oneof(
  noEntries,
  fc.record({ grid_id: noRows }),
  fc.record({ label: words }),
  fc.record({ lng: degrees }),
  fc.record({ lng: noDegrees, lat: degrees }),
  fc.record({ grid_id: known, lng: degrees, lat: noDegrees }),
  fc.constantFrom(
    { lng: 0, lat: 0 },
    { lng: 5, lat: 91 },
    { lng: 400, lat: 5 },
    { lng: -100, lat: -60 },
    { grid_id: 100, lng: 5 },
    { grid_id: 100, delete: true },
  ),
  fc.record({ grid_id: known, label: noTexts }),
  fc.record({ grid_id: known, level: noTexts }),
  fc.record({ grid_id: known, source: noTexts }),
  fc.record({ grid_id: known, grid_meta_id: noEntryIds }),
  fc.record({ grid_meta_id: noEntryIds, delete: fc.constant(true) }),
  fc
    .constantFrom('zoom', '$set', 'a.b', '_bsontype', 'constructor')
    .map((key) => ({ grid_id: 100, [key]: 1 })),
);

/** Values that fields with entries of their own have to refuse before they look at what is stored. */
export const wrongEntries: Readonly<Record<string, Wrong>> = {
  a_link: wrongSet(wrongLinks),
  some_tasks: wrongSet(wrongTasks),
  some_reminders: wrongSet(wrongTasks),
  some_places: wrongSet(wrongRows),
  some_places_meta: wrongSet(wrongPoints),
};

const noMeta = fc.oneof(
  words,
  fc.boolean(),
  fraction,
  lists,
  fc.constantFrom('$set', 'a.b', '_id', 'toString', '', 'a b').map((key) => ({ [key]: 'x' })),
  fc.oneof(maps, lists, control, long).map((value) => ({ role: value })),
  fc.constant(Object.fromEntries(Array.from({ length: 21 }, (_nothing, index) => [`k${index}`, 'x']))),
);

/** Connections that cannot be made; `strangers` are ids of records that the field does not lead to. */
export function wrongConnections(own: number, strangers: readonly number[]): Wrong {
  const noTargets = fc.oneof(noIds, words, shapes, fc.boolean(), none, control, long, unknownIds);
  return wrongSet(
    fc.oneof(
      noEntries,
      fc.record({
        value: fc.oneof(noTargets, fc.constantFrom(0, '0', ...strangers, ...strangers.map(String))),
      }),
      fc.record({ value: fc.constant(own), meta: noMeta }),
      fc.record({ value: words, delete: fc.constant(true) }),
    ),
  );
}
