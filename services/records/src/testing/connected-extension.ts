import { defineExtension } from '@svc/contracts/extension';

const peopleToTeams = {
  type: 'connection',
  p2p_key: 'people_to_teams',
  connection_count_field: { post_type: 'teams', field_key: 'member_count', connection_field: 'members' },
} as const;

/** Two post types with connections of every kind, and private values. */
const connectedExtension = defineExtension({
  name: 'connected',
  version: '1.0.0',
  postTypes: {
    people: {
      label_singular: 'Person',
      label_plural: 'People',
      fields: {
        teams: { ...peopleToTeams, name: 'Teams', post_type: 'teams', p2p_direction: 'from' },
        friends: {
          name: 'Friends',
          type: 'connection',
          post_type: 'people',
          p2p_key: 'people_to_friends',
          p2p_direction: 'any',
        },
        mentors: {
          name: 'Mentors',
          type: 'connection',
          post_type: 'contacts',
          p2p_key: 'people_to_mentors',
          p2p_direction: 'from',
        },
        rating: { name: 'Rating', type: 'number', private: true, min_option: 1 },
        words: { name: 'Words', type: 'tags', private: true },
        choice: {
          name: 'Choice',
          type: 'key_select',
          private: true,
          default: { one: { label: 'One' }, two: { label: 'Two' } },
        },
        starred: { name: 'Starred', type: 'boolean', private: true },
      },
    },
    teams: {
      label_singular: 'Team',
      label_plural: 'Teams',
      fields: {
        members: { ...peopleToTeams, name: 'Members', post_type: 'people', p2p_direction: 'to' },
        member_count: { name: 'Member Count', type: 'number' },
        parent_teams: {
          name: 'Parent Teams',
          type: 'connection',
          post_type: 'teams',
          p2p_key: 'teams_to_teams',
          p2p_direction: 'from',
        },
        child_teams: {
          name: 'Child Teams',
          type: 'connection',
          post_type: 'teams',
          p2p_key: 'teams_to_teams',
          p2p_direction: 'to',
        },
      },
    },
  },
});

export default connectedExtension;
