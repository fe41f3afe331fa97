import type { Mutant } from './mutant.ts';

const access = 'services/records/src/access';
const loading = 'services/records/src/read/load-record.ts';
const grants = ['services/records/src/access/grants'];
const service = (name: string) => [`services/records/src/service.${name}\\.`];

/** Mutants of the permissions to view, list and update records. */
export const accessMutants: readonly Mutant[] = [
  {
    file: `${access}/grant.ts`,
    from: '(userId === undefined || sharedWith.includes(userId)) &&',
    to: '(userId === undefined || sharedWith.length > 0) &&',
    rule: 'a share opens a record to its own user alone',
    killedBy: grants,
  },
  {
    file: `${access}/grant.ts`,
    from: 'if (grants.length === 0) return { _id: { $in: [] } };',
    to: 'if (grants.length === 0) return {};',
    rule: 'a caller to whom nothing is granted finds nothing',
    killedBy: service('sharing'),
  },
  {
    file: `${access}/grant.ts`,
    from: "(!sources || hasAny(fields['sources'], sources))",
    to: '(!sources || Array.isArray(sources))',
    rule: 'a user who is restricted to some sources sees no contacts of others',
    killedBy: grants,
  },
  {
    file: `${access}/grants-of.ts`,
    from: 'actor.userId > 0 ?',
    to: 'actor.userId >= 0 ?',
    rule: 'a site link has nothing by shares',
    killedBy: grants,
  },
  {
    file: `${access}/grants-of.ts`,
    from: "{ capability: `update_any_${key}`, actions: ['update'] }",
    to: '{ capability: `update_any_${key}` }',
    rule: 'a capability to update all records of a type does not show them',
    killedBy: grants,
  },
  {
    file: 'services/records/src/modules/contacts-base.ts',
    from: "{ capability: 'view_any_contacts', actions: ['list'], types: [...accessTypes, 'user'] },",
    to: "{ capability: 'view_any_contacts', actions: ['list'] },",
    rule: 'a list shows nobody the personal contacts of others',
    killedBy: grants,
  },
  {
    file: `${access}/grants-of.ts`,
    from: 'const isLimited = allowedSources.length > 0',
    to: 'const isLimited = sources.length > 0',
    rule: 'a user to whom no source is allowed sees only what is shared with them',
    killedBy: grants,
  },
  {
    file: loading,
    from: '.findOne({ _id: id, postType: key, ...filter })',
    to: '.findOne({ _id: id, postType: key })',
    rule: 'a user who may not update a record does not update it',
    killedBy: service('writing'),
  },
  {
    file: loading,
    from: 'const [record] = await among(found ? [found] : []);',
    to: 'const record = found;',
    rule: 'an extension decides who may update a record',
    killedBy: service('access'),
  },
  {
    file: 'services/records/src/revision/record-shares.ts',
    from: 'removed.length > 0 ?',
    to: 'removed.length > 1 ?',
    rule: 'no share is left of a record that was taken from its user',
    killedBy: service('sharing'),
  },
  {
    file: 'services/records/src/revision/record-event.ts',
    from: '...(all && holdsOption({ fields }, all.records) && {',
    to: '...(all && {',
    rule: 'who follows all contacts is not told of comments on personal ones',
    killedBy: service('declared-rules'),
  },
];
