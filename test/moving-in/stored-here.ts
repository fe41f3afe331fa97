import type { World } from '../support/world.ts';

const collections = [
  [
    'records',
    [
      'records',
      'edges',
      'activity',
      'shares',
      'imported_records',
      'imported_files',
      'files',
      'private_values',
    ],
  ],
  ['comments', ['comments']],
  ['users', ['saved_filters', 'imported_users']],
] as const;

/** All that was carried over to an installation, version by version. */
export function storedHere(world: World): Promise<unknown> {
  const found = collections.flatMap(([service, names]) =>
    names.map((name) => world.databaseOf(service).collection(name).find().sort({ _id: 1 }).toArray()),
  );
  return Promise.all(found);
}
