import { isDeepStrictEqual } from 'node:util';
import type { Connected } from '../model/connection-item.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf, storedValue, type RecordState } from '../model/stored-value.ts';
import type { RecordDocument } from '../model/record.ts';
import { type FieldChange, withValue, type ChangedField, type Revision } from '../revision/revision.ts';
import { refusal, type NamedProblem } from '../revision/refusal.ts';
import { decidesAccess } from './access-fields.ts';
import type { Field } from '../model/field.ts';
import type { WritePolicy } from './write-request.ts';

interface Base {
  readonly postType: PostType;
  readonly revision: Revision;
  readonly privateValues: Readonly<Record<string, unknown>>;
  /** Field key → the connections that the write names. */
  readonly named: Connected;
}

type ApplyPolicy = Pick<WritePolicy, 'code' | 'existing'>;

/**
 * Applies parsed changes: a pure function, so that it can be repeated on a newer version.
 * @throws ServiceError for problems that only the stored values could show.
 */
export function applyChanges(
  base: Base,
  changes: readonly FieldChange[],
  policy: ApplyPolicy,
): AppliedChanges {
  const applied = new Applied(base);
  for (const change of changes) applied.apply(change, policy);
  if (applied.problems.length > 0) throw refusal(applied.problems, policy.code);
  return applied;
}

/** The result of applying a write to a record: its next version, and changes stored elsewhere. */
export type AppliedChanges = Readonly<Pick<Applied, 'revision' | 'privateValues' | 'connections'>>;

class Applied {
  readonly #postType: PostType;
  /** The record before the write, whatever its changes make of it: what a write must not overwrite. */
  readonly #existing: RecordState<RecordDocument>;
  revision: Revision;
  /** The writer's private values, if they changed. */
  privateValues: Readonly<Record<string, unknown>> | undefined;
  /** Changed connection fields, with the connections that the write names. */
  readonly connections: ChangedField[] = [];
  readonly problems: NamedProblem[] = [];

  constructor({ postType, revision, privateValues, named }: Base) {
    this.#postType = postType;
    this.#existing = { record: revision.record, privateValues, connected: named };
    this.revision = revision;
  }

  apply(asked: FieldChange, policy: ApplyPolicy): void {
    const { field, change } = asked;
    const { write } = field.type;
    const before = storedValue(this.#state(), field);
    const problem = write.check?.(policy.existing === 'completed' ? undefined : before, change, field);
    if (problem) {
      this.problems.push({ ...problem, field: field.key });
      return;
    }
    const wanted = admittedChange(this.#postType, asked, storedValue(this.#existing, field), policy);
    if (wanted === undefined) return;
    const after = write.apply(before, wanted, field, asked.overwrites);
    if (!isDeepStrictEqual(before, after)) this.#keep({ field, before, after });
    for (const following of write.sideEffects?.(before, after, field, wanted) ?? []) {
      const other = this.#postType.fields.get(following.key);
      const isSuch = other?.type.name === following.typeName && storageOf(other) === storageOf(field);
      if (isSuch) this.apply({ field: other, change: following.change }, unlessKept(policy));
    }
  }

  #state(): RecordState<RecordDocument> {
    const { privateValues = this.#existing.privateValues } = this;
    return { ...this.#existing, record: this.revision.record, privateValues };
  }

  #keep(change: ChangedField): void {
    const { field, after } = change;
    const storage = storageOf(field);
    if (storage === 'edges') this.connections.push(change);
    else if (storage === 'private')
      this.privateValues = withPrivate(this.#state().privateValues, field.key, after);
    else this.revision = withValue(this.revision, change);
  }
}

function withPrivate(values: Readonly<Record<string, unknown>>, key: string, after: unknown) {
  const { [key]: _before, ...others } = values;
  return after === undefined ? others : { ...others, [key]: after };
}

/** Side effects are written even if the request may not overwrite. */
function unlessKept(policy: ApplyPolicy): ApplyPolicy {
  return policy.existing === 'kept' ? { ...policy, existing: 'replaced' } : policy;
}

/** The part of a change that a write with this policy may make where the record has this value; undefined for nothing. */
export function admittedChange(
  postType: Pick<PostType, 'statusField'>,
  asked: FieldChange,
  existing: unknown,
  { existing: treatment }: Pick<WritePolicy, 'existing'>,
): unknown {
  const { field, change, overwrites } = asked;
  if (treatment === 'completed') return gainedChange(postType, asked, existing);
  const isFree = treatment !== 'kept' || overwrites || !field.type.write.keepExisting;
  return isFree ? change : field.type.write.keepExisting?.(existing, change, field);
}

/**
 * The part of a change that a record gains if it only gets what it lacks: a single value if it has none, and the values of a set that it
 * does not hold, as in a merge. Undefined for nothing.
 */
export function gainedChange(
  postType: Pick<PostType, 'statusField'>,
  { field, change }: FieldChange,
  before: unknown,
): unknown {
  const { write } = field.type;
  const given = staysAsItIs(postType, field) ? undefined : write.apply(undefined, change, field);
  if (given === undefined) return undefined;
  if (!write.mergeFrom) {
    const isHeld = before !== undefined && write.keepExisting?.(before, change, field) === undefined;
    return isHeld ? undefined : change;
  }
  const added = write.mergeFrom(given, before, field);
  return isDeepStrictEqual(write.apply(before, added, field), before) ? undefined : added;
}

/** Fields that such a write must not change: the status, users, followers, connections, and fields on which access depends. */
function staysAsItIs({ statusField }: Pick<PostType, 'statusField'>, field: Field): boolean {
  return decidesAccess(field) || field.type.storage === 'edges' || field.key === statusField?.status_key;
}
