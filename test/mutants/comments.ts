import type { Mutant } from './mutant.ts';

const comments = 'services/comments/src';
const service = (name: string) => [`services/comments/src/service.${name}\\.`];

/** Mutants of comments: permissions, storage and notifications. */
export const commentMutants: readonly Mutant[] = [
  {
    file: `${comments}/access/grant-on-record.ts`,
    from: 'return allowed ? grant : undefined;',
    to: 'return grant;',
    rule: 'a user who may not update a record does not comment on it',
    killedBy: service('creating'),
  },
  {
    file: `${comments}/operations/update.ts`,
    from: "if (!(await grantOnRecord(call, { action: 'update' }))) throw refused();",
    to: "if (!grantOnRecord(call, { action: 'update' })) throw refused();",
    rule: 'a user who may only view a record changes no comment on it, not even their own',
    killedBy: service('changing'),
  },
  {
    file: `${comments}/store/comment-store.ts`,
    from: 'return comment?.authorId === actor.userId ? comment : undefined;',
    to: 'return comment;',
    rule: 'nobody changes or deletes the comment of another',
    killedBy: service('changing'),
  },
  {
    file: `${comments}/store/comment-store.ts`,
    from: "if (actor.kind !== 'user') return undefined;",
    to: "if (actor.kind === 'system') return undefined;",
    rule: 'a site link does not change the comments of another site link',
    killedBy: service('changing'),
  },
  {
    file: `${comments}/reactions/reactions.ts`,
    from: 'each.key !== key || each.userId !== userId',
    to: 'each.key !== key && each.userId !== userId',
    rule: 'a user takes back their own reaction and no other',
    killedBy: [`${comments}/reactions/reactions`],
  },
  {
    file: `${comments}/writing/comment-meta.ts`,
    from: '.filter(([key]) => !isReaction(key))',
    to: ".filter(([key]) => key !== '')",
    rule: 'nobody reacts in the name of others by sending meta',
    killedBy: [`${comments}/writing/comment-meta`],
  },
  {
    file: `${comments}/writing/split-text.ts`,
    from: 'if (bytes > maxTextLength) return at;',
    to: 'if (bytes >= maxTextLength) return at;',
    rule: 'a text that fits into one comment stays one',
    killedBy: [`${comments}/writing/split-text`],
  },
  {
    file: `${comments}/writing/comment-values.ts`,
    from: 'if (silent) return [];',
    to: "if (silent && text === '') return [];",
    rule: 'a silent note shares the record with nobody',
    killedBy: service('creating'),
  },
  {
    file: `${comments}/writing/insert-comments.ts`,
    from: '{ comment, author, silent: true, mentions: [] }',
    to: '{ comment, author, silent, mentions }',
    rule: 'of a long text that became several comments a user is notified once',
    killedBy: service('creating'),
  },
  {
    file: 'services/comments/src/record-changes/apply-record-changes.ts',
    from: 'const older = { ...current, date: { $lte: merge.mergedAt } };',
    to: 'const older = current;',
    rule: 'a comment that was written after a merge stays with its record',
    killedBy: service('commands'),
  },
];
