import { expect, test } from '@jest/globals';
import { PostTypes } from '../post-types/post-types.ts';
import { builtInModules } from './built-in-modules.ts';

const types = PostTypes.declare(builtInModules);

test('both ends of a connection have the same key and count field, and opposite directions', () => {
  const ends = types
    .all()
    .flatMap(({ key, fields }) =>
      [...fields.values()].flatMap(({ key: field, definition }) =>
        definition.type === 'connection' ? [{ key, field, ...definition }] : [],
      ),
    );
  for (const end of ends) {
    const direction = { from: 'to', to: 'from', any: 'any' }[end.p2p_direction ?? 'any'];
    const others = ends.filter((other) => other.p2p_key === end.p2p_key && other.p2p_direction === direction);
    expect(others).toEqual([expect.objectContaining({ key: end.post_type, post_type: end.key })]);
    expect(others[0]?.connection_count_field).toEqual(end.connection_count_field);
  }
});

test('every field belongs to a named module, and the contacts module alone provides only contacts', () => {
  for (const { name, modules } of builtInModules)
    expect([name, Object.keys(modules ?? {}).length > 0]).toEqual([name, true]);
  types.show((name) => name === '@svc/contacts');
  expect(types.all().map(({ key }) => key)).toEqual(['contacts']);
  expect(types.get('contacts').settings.connection_types).toEqual(['relation']);
  types.show(() => true);
});
