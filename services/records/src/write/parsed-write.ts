import { withoutUnlisted } from '../directory/listed-users.ts';
import type { FieldChange } from '../revision/revision.ts';
import { type Actor, beyondKey, type Fields, msg, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { listedProblems, type NamedProblem, refusal, type WriteCode } from '../revision/refusal.ts';
import type { WritePorts } from './write-request.ts';
import { type Parsed, problem } from '../model/field-type/problem.ts';
import {
  unwritten,
  type WrittenRecord,
  type ResolvedReferences,
  type References,
} from '../model/field-type/write.ts';
import type { Field } from '../model/field.ts';
import { geolocateAddresses } from './geolocate-addresses.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf, isTopLevel } from '../model/stored-value.ts';
import { pickAccess, pickAll } from '../access/pick-access.ts';
import { findNamedRecords, type NamedBy } from '../connections/find-named-records.ts';
import type { ReadDeps } from '../read/read-deps.ts';

export type NamingCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;
export type NamingDeps = Pick<ReadDeps, 'people' | 'records' | 'places' | 'hooks' | 'postTypes'>;

/** Fields of a write that are to be parsed. */
interface GivenFields {
  readonly fields: Fields;
  /** Absent for a new record. */
  readonly record?: WrittenRecord | undefined;
  /** The fields before rules have changed them; absent if rules do not matter. */
  readonly requested?: Fields;
}

/** A parsed value, and the JSON of the value then: a hook may change a value in place. */
interface Remembered {
  readonly json: unknown;
  readonly parsed: Parsed<unknown>;
}

/**
 * A write to records of a type, in which each value of a field is parsed once: the search for a duplicate, the names of connected
 * records, "do not overwrite" and the parser use the same result, until a hook replaces the value or changes it.
 */
export class ParsedWrite {
  readonly postType: PostType;
  readonly #call: NamingCall;
  readonly #deps: NamingDeps;
  readonly #remembered = new Map<Field, Map<unknown, Remembered>>();

  constructor(call: NamingCall, deps: NamingDeps, postType: PostType) {
    this.#call = call;
    this.#deps = deps;
    this.postType = postType;
  }

  /** The change that a value of a field asks for, before its references are looked up. */
  parse(field: Field, value: unknown): Parsed<unknown> {
    const ofField = this.#remembered.get(field) ?? new Map<unknown, Remembered>();
    this.#remembered.set(field, ofField);
    const json = jsonOf(value);
    const known = ofField.get(value);
    if (known && known.json === json) return known.parsed;
    const parsed = parseField(field, value, this.#call.actor);
    ofField.set(value, { json, parsed });
    return parsed;
  }

  /**
   * The changes of the fields of the type, with their references looked up, as far as the caller may pick the records. The problems are
   * those of the fields without a change.
   */
  async changesOf(given: GivenFields): Promise<{ changes: FieldChange[]; problems: NamedProblem[] }> {
    const problems: NamedProblem[] = [];
    const parsed: FieldChange[] = [];
    for (const [key, value] of Object.entries(given.fields)) {
      const field = this.postType.fields.get(key);
      // `last_modified` cannot be written.
      if (!field || key === 'last_modified') continue;
      keepOrNote(field, this.#withAdded(field, this.parse(field, value), given), parsed, problems);
    }
    const changes: FieldChange[] = [];
    for (const { field, outcome } of await this.resolve(parsed, given.record))
      keepOrNote(field, outcome, changes, problems);
    return { changes, problems };
  }

  /** Completes parsed changes with what they refer to, or refuses them; one query for each kind of reference. */
  async resolve(parsed: readonly FieldChange[], record = unwritten) {
    const lookups = parsed.flatMap(
      ({ field, change }) => field.type.write.references?.(change, field, record) ?? [],
    );
    const named = await findNamed(this.#call, this.#deps, lookups, this.postType.key);
    const byEmail = lookups.some(({ emails = [] }) => emails.length > 0);
    const users = byEmail ? await withoutUnlisted(this.#call, named.users, lookups) : named.users;
    const found = { ...named, users };
    return parsed.map(({ field, change }) => ({
      field,
      outcome: field.type.write.resolve?.(change, found, field, record) ?? { change },
    }));
  }

  /** Marks the parts of a change that rules have added. If the requested value is invalid, the whole change counts as requested. */
  #withAdded(field: Field, parsed: Parsed<unknown>, { requested }: GivenFields): Parsed<unknown> {
    if (!requested || !field.type.write.markAdded || 'problem' in parsed) return parsed;
    const own = field.key in requested ? this.parse(field, requested[field.key]) : undefined;
    if (own && 'problem' in own) return parsed;
    return { change: field.type.write.markAdded(parsed.change, own?.change) };
  }
}

/** For an object its JSON; without one, as in a cycle, a value that equals no other. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return Symbol('no JSON');
  }
}

function parseField(field: Field, input: unknown, actor: Actor): Parsed<unknown> {
  if (actor.userId === 0 && storageOf(field) === 'private') {
    const message = msg`Cannot update post_user_meta fields for no user on ${field.key}.`;
    return problem(message, 'update_post_user_meta_fields');
  }
  const parsed = field.type.write.parse(input, field);
  const unsets = 'change' in parsed && parsed.change === null;
  return unsets && isTopLevel(field.key) ? problem(msg`${field.key} cannot be empty`) : parsed;
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

interface GivenWrite extends GivenFields {
  readonly code: WriteCode;
  /** Problems found before parsing. */
  readonly problems?: readonly NamedProblem[];
}

/**
 * Parses every field of a write before anything is written; references are looked up with one query for each kind.
 * @throws ServiceError for the first problem, with the others in `data.errors`; unknown keys come first, all in `data.bad_fields`.
 */
export async function parseRequest(
  call: NamingCall & Pick<Call, 'log'>,
  deps: Pick<WritePorts, 'hooks' | 'geocoding' | 'places'>,
  write: ParsedWrite,
  request: GivenWrite,
): Promise<FieldChange[]> {
  const { fields, code } = request;
  const { postType } = write;
  for (const key of Object.keys(fields)) {
    const other = postType.beyondKey?.get(key);
    if (other !== undefined) throw beyondKey(other);
  }
  const allowed = await deps.hooks.filter('svc_post_create_allow_fields', call, [], postType.key);
  const unknown = Object.keys(fields).filter((key) => !postType.fields.has(key) && !allowed.includes(key));
  const located = unknown.length > 0 ? fields : await geolocateAddresses(call, deps, postType, fields);
  const understood = await write.changesOf({ ...request, fields: located });
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
  const value = field.type.write.apply(undefined, change, field);
  return value !== undefined && value !== '';
}

/** Looks up all references of a write, with one query for each kind. */
async function findNamed(
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
