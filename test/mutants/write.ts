import type { Mutant } from './mutant.ts';

const records = 'services/records/src';
const service = (name: string) => [`services/records/src/service.${name}\\.`];

/** Mutants of the writes and refusals of create, update and delete. */
export const writeMutants: readonly Mutant[] = [
  {
    file: `${records}/revision/revision.ts`,
    from: 'const record = { ...read, version: read.version + 1, lastModified: at };',
    to: 'const record = { ...read, version: read.version, lastModified: at };',
    rule: 'each change of a record is a version of its own',
    killedBy: service('writing'),
  },
  {
    file: `${records}/revision/revision.ts`,
    from: 'const whole = { ...change, before: earlier.before };',
    to: 'const whole = change;',
    rule: 'a change is told from the value before the write',
    killedBy: [`${records}/revision/revision\\.`],
  },
  {
    file: `${records}/revision/record-writes.ts`,
    from: 'filter: { _id: privateValuesId(recordId, userId) },',
    to: 'filter: { _id: privateValuesId(recordId, 0) },',
    rule: 'what one user keeps privately is not written over by another',
    killedBy: service('private'),
  },
  {
    file: `${records}/operations/update.ts`,
    from: 'version === undefined || version === record.version',
    to: 'version === undefined || version >= record.version',
    rule: 'an update that was made for another version of the record changes nothing',
    killedBy: service('rules'),
  },
  {
    file: `${records}/access/record-access.ts`,
    from: 'const isAuthor = actor.userId > 0 && authorId === actor.userId;',
    to: 'const isAuthor = actor.userId > 0;',
    rule: 'a user with whom a record is shared does not delete it',
    killedBy: service('reading'),
  },
  {
    file: `${records}/write/write-record.ts`,
    from: "const mayView = newId === undefined && (await accessTo(call, deps, postType, 'view').allows(record));",
    to: 'const mayView = newId === undefined;',
    rule: 'a caller who may create a record and not view it is told its id alone',
    killedBy: service('writing'),
  },
  {
    file: `${records}/write/apply-changes.ts`,
    from: "return decidesAccess(field) || field.type.storage === 'edges' || field.key === statusField?.status_key;",
    to: "return decidesAccess(field) || field.type.storage === 'edges';",
    rule: 'a write that only adds to a record of others leaves its status',
    killedBy: [`${records}/write/apply-changes`],
  },
  {
    file: `${records}/write/parsed-write.ts`,
    from: 'if (!request.record) problems.push(',
    to: 'if (request.record) problems.push(',
    rule: 'a record is not created without its required fields',
    killedBy: service('hooks'),
  },
  {
    file: `${records}/connections/reconnect.ts`,
    from: 'const less = Math.max(0, known - removed.length);',
    to: 'const less = Math.max(0, known);',
    rule: 'the count of a connection falls with each that is removed',
    killedBy: service('connections'),
  },
  {
    file: `${records}/derived/derive.ts`,
    from: 'const kept = (record.filterTerms ?? []).filter((term) => !starts.some((start) => term.startsWith(start)));',
    to: 'const kept = record.filterTerms ?? [];',
    rule: 'a record is no longer found by a value that it has lost',
    killedBy: [`${records}/derived/refill-derived`],
  },
];
