import { withoutUnlisted } from '../directory/listed-users.ts';
import type { FieldChange } from '../revision/revision.ts';
import { type Actor, beyondKey, type Fields, msg, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { listedProblems, type NamedProblem, refusal, type WriteCode } from '../revision/refusal.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import {
  type Field,
  type Parsed,
  problem,
  unwritten,
  type WrittenRecord,
  type ResolvedReferences,
  type References,
} from '../model/field.ts';
import { geolocateAddresses } from './geolocate-addresses.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf, isTopLevel } from '../model/stored-value.ts';
import { pickAccess, pickAll } from '../access/pick-access.ts';
import { findNamedRecords, type NamedBy } from '../connections/find-named-records.ts';
import type { ReadDeps } from '../read/read-deps.ts';

interface WriteRequest {
  readonly postType: PostType;
  readonly fields: Fields;
  readonly code: WriteCode;
  /** Absent for a new record. */
  readonly record?: WrittenRecord;
  /** The fields before rules have changed them; absent if rules do not matter. */
  readonly requested?: Fields;
  /** Problems found before parsing. */
  readonly problems?: readonly NamedProblem[];
}

/**
 * Parses every field of a write before anything is written; references are looked up with one query for each kind.
 * @throws ServiceError for the first problem, with the others in `data.errors`; unknown keys come first, all in `data.bad_fields`.
 */
export async function parseRequest(
  call: NamingCall & Pick<Call, 'log'>,
  deps: NamingDeps & Pick<WriteDeps, 'geocoding'>,
  request: WriteRequest,
): Promise<FieldChange[]> {
  const { postType, fields, code } = request;
  for (const key of Object.keys(fields)) {
    const other = postType.beyondKey?.get(key);
    if (other !== undefined) throw beyondKey(other);
  }
  const allowed = await deps.hooks.filter('svc_post_create_allow_fields', call, [], postType.key);
  const unknown = Object.keys(fields).filter((key) => !postType.fields.has(key) && !allowed.includes(key));
  const located = unknown.length > 0 ? fields : await geolocateAddresses(call, deps, postType, fields);
  const understood = await parseFields(call, deps, { ...request, fields: located });
  const problems = withoutAdded([...(request.problems ?? []), ...understood.problems]);
  if (!request.record) problems.push(...missingFields(postType, understood.changes, problems));
  if (unknown.length > 0) {
    const errors = problems.length > 0 ? { errors: listedProblems(problems, code) } : {};
    const data = { bad_fields: unknown, ...errors };
    throw new ServiceError(code, 'One or more fields do not exist', { status: 400, data });
  }
  if (problems.length > 0) throw refusal(problems, code);
  return understood.changes;
}

/**
 * Drops problems of values that rules have added if the request has its own: a rule may repeat a refused name, and its problem would reveal
 * whether the record exists.
 */
function withoutAdded(problems: readonly NamedProblem[]): NamedProblem[] {
  const own = problems.filter(({ isAdded }) => !isAdded);
  return own.length > 0 ? own : [...problems];
}

/**
 * Parses the fields of the type, and looks up their references, as far as the caller may pick the records. The problems are those of the
 * fields without a change.
 */
export async function parseFields(
  call: NamingCall,
  deps: NamingDeps,
  request: Pick<WriteRequest, 'postType' | 'fields' | 'record' | 'requested'>,
): Promise<{ changes: FieldChange[]; problems: NamedProblem[] }> {
  const { postType, record = unwritten } = request;
  const problems: NamedProblem[] = [];
  const parsed: FieldChange[] = [];
  for (const [key, input] of Object.entries(request.fields)) {
    const field = postType.fields.get(key);
    // `last_modified` cannot be written.
    if (!field || key === 'last_modified') continue;
    const outcome = parseField(field, input, call.actor);
    keepOrNote(field, withAdded(field, outcome, request), parsed, problems);
  }
  const lookups = parsed.flatMap(({ field, change }) => field.type.references?.(change, field, record) ?? []);
  const named = await findNamed(call, deps, lookups, postType.key);
  const found = { ...named, users: await withoutUnlisted(call, named.users, lookups) };
  const changes: FieldChange[] = [];
  for (const { field, change } of parsed)
    keepOrNote(field, field.type.resolve?.(change, found, field, record) ?? { change }, changes, problems);
  return { changes, problems };
}

function parseField(field: Field, input: unknown, actor: Actor): Parsed<unknown> {
  if (actor.userId === 0 && storageOf(field) === 'private') {
    const message = msg`Cannot update post_user_meta fields for no user on ${field.key}.`;
    return problem(message, 'update_post_user_meta_fields');
  }
  const parsed = field.type.parse(input, field);
  const unsets = 'change' in parsed && parsed.change === null;
  return unsets && isTopLevel(field.key) ? problem(msg`${field.key} cannot be empty`) : parsed;
}

/** Marks the parts of a change that rules have added. If the requested value is invalid, the whole change counts as requested. */
function withAdded(
  field: Field,
  parsed: Parsed<unknown>,
  { requested }: Pick<WriteRequest, 'requested'>,
): Parsed<unknown> {
  if (!requested || !field.type.markAdded || 'problem' in parsed) return parsed;
  const own = field.key in requested ? field.type.parse(requested[field.key], field) : undefined;
  if (own && 'problem' in own) return parsed;
  return { change: field.type.markAdded(parsed.change, own?.change) };
}

function keepOrNote(
  field: Field,
  outcome: Parsed<unknown>,
  kept: FieldChange[],
  problems: NamedProblem[],
): void {
  if ('problem' in outcome) problems.push({ ...outcome.problem, field: field.key });
  else kept.push({ field, change: outcome.change });
}

/** The missing required fields of a new record, except those that already have a problem. */
function missingFields(
  postType: PostType,
  changes: readonly FieldChange[],
  problems: readonly NamedProblem[],
): NamedProblem[] {
  const given = new Set([
    ...changes.filter(hasValue).map(({ field }) => field.key),
    ...problems.map(({ field }) => field),
  ]);
  return [...postType.fields.values()]
    .filter(({ key, definition }) => definition.required && !given.has(key))
    .map(({ key }) => ({ field: key, message: msg`${key} is required` }));
}

function hasValue({ field, change }: FieldChange): boolean {
  const value = field.type.apply(undefined, change, field);
  return value !== undefined && value !== '';
}

export type NamingCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;
export type NamingDeps = Pick<ReadDeps, 'people' | 'records' | 'places' | 'hooks' | 'postTypes'>;

/** Looks up all references of a write, with one query for each kind. */
export async function findNamed(
  call: NamingCall,
  deps: NamingDeps,
  lookups: readonly References[],
  postType: string,
): Promise<ResolvedReferences> {
  const records = lookups.flatMap((lookup) => lookup.records ?? []);
  const [users, places] = await Promise.all([
    deps.people.resolve(call, {
      userIds: lookups.flatMap(({ userIds = [] }) => userIds),
      emails: [...lookups.flatMap(({ emails = [] }) => emails), ...records.flatMap(({ emails }) => emails)],
      postType,
    }),
    deps.places.named(call.deadline, {
      gridIds: lookups.flatMap(({ gridIds = [] }) => gridIds),
      points: lookups.flatMap(({ points = [] }) => points),
    }),
  ]);
  const usersType = deps.postTypes.ofUsers();
  const find = (isAdded: boolean, access: NamedBy['access']) => {
    const lookups = records.filter((each) => each.isAdded === isAdded);
    return findNamedRecords(call, deps, { lookups, users, usersType, access });
  };
  const [picked, added] = await Promise.all([
    find(false, (key) => pickAccess(call, deps, deps.postTypes.find(key) ?? { key, grants: undefined })),
    find(true, () => pickAll),
  ]);
  return { users, places, records: { picked, added } };
}
