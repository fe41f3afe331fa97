import { defineExtension } from '@svc/contracts/extension';
import { connection } from './connection-field.ts';

const counted = {
  connection_count_field: { post_type: 'teams', field_key: 'member_count', connection_field: 'members' },
};

/** Two post types with connections of every kind, and private values. */
const connectedExtension = defineExtension({
  name: 'connected',
  version: '1.0.0',
  postTypes: {
    people: {
      label_singular: 'Person',
      label_plural: 'People',
      fields: {
        teams: { ...connection('Teams', 'teams', 'people_to_teams', 'from'), ...counted },
        friends: connection('Friends', 'people', 'people_to_friends', 'any'),
        mentors: { ...connection('Mentors', 'contacts', 'people_to_mentors', 'from'), one_way: true },
        rating: { name: 'Rating', type: 'number', private: true, min_option: 1 },
        words: { name: 'Words', type: 'tags', private: true },
        starred: { name: 'Starred', type: 'boolean', private: true },
      },
    },
    teams: {
      label_singular: 'Team',
      label_plural: 'Teams',
      fields: {
        members: { ...connection('Members', 'people', 'people_to_teams', 'to'), ...counted },
        member_count: { name: 'Member Count', type: 'number' },
        parent_teams: connection('Parent Teams', 'teams', 'teams_to_teams', 'from'),
        child_teams: connection('Child Teams', 'teams', 'teams_to_teams', 'to'),
      },
    },
  },
});

export default connectedExtension;
