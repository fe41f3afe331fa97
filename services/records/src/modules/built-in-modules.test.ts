import { describe, expect, test } from '@jest/globals';
import type { PostTypeSettings } from '@svc/contracts';
import { PostTypes } from '../post-types/post-types.ts';
import { builtInModules } from './built-in-modules.ts';

const types = PostTypes.declare(builtInModules);
const settingsOf = (key: string): PostTypeSettings => types.get(key).settings;

describe('the settings object', () => {
  test.each([
    [
      'contacts',
      'relation subassigned subassigned_on coaching coached_by baptized_by baptized groups group_leader group_coach people_groups',
    ],
    ['groups', 'coaches members leaders parent_groups peer_groups child_groups people_groups'],
    ['peoplegroups', 'contacts groups'],
  ])('of %s lists its connections in the order in which they are declared', (key, connections) => {
    expect(settingsOf(key).connection_types).toEqual(connections.split(' '));
  });

  test.each([
    ['contacts', ['phone', 'email', 'address', 'facebook', 'twitter', 'other']],
    ['groups', ['address']],
    ['peoplegroups', ['address']],
  ])('of %s has its channels by their short key, with a label', (key, channels) => {
    const settings = settingsOf(key);
    expect(Object.keys(settings.channels)).toEqual(channels);
    for (const channel of channels) {
      const field = settings.fields[`contact_${channel}`];
      expect(settings.channels[channel]).toEqual({ ...field, label: field?.name });
    }
  });

  test('shows the tile of following up for contacts of type access', () => {
    expect(settingsOf('contacts').tiles['followup']).toMatchObject({ display_for: { type: ['access'] } });
  });
});

test('both ends of a connection agree: on its key, its directions, and what is counted', () => {
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

test('every field belongs to a module that can be named, and those of contacts alone to the one that is always on', () => {
  for (const { name, modules } of builtInModules)
    expect([name, Object.keys(modules ?? {}).length > 0]).toEqual([name, true]);
  types.show((name) => name === '@svc/contacts');
  expect(types.all().map(({ key }) => key)).toEqual(['contacts']);
  expect(settingsOf('contacts').connection_types).toEqual(['relation']);
  types.show(() => true);
});
