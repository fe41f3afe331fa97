import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { writtenValues } from '../../model/field-transfer.ts';
import type { Meta, Field } from '../../model/field.ts';
import { valuesOf } from '../../fields/shared/values-write.ts';
import type { PostType } from '../../model/post-type.ts';
import { storageOf } from '../../model/stored-value.ts';
import { type NamingDeps, parseFields } from '../../write/parse-request.ts';
import { isLocalOnly } from '../is-local-only.ts';

/** Received values as the fields of a write, and those that no field accepts. */
export interface PlacedValues {
  readonly fields: Fields;
  readonly unplaced: Fields;
}

type PlacingCall = Pick<Call, 'ask' | 'deadline' | 'actor'>;

/** Maximum number of values of a refused field that are checked one by one. */
const maxSingly = 100;

/** Assigns received values to fields; a field gets those of its values that it does not refuse. */
export async function placeValues(
  call: PlacingCall,
  deps: NamingDeps,
  postType: PostType,
  meta: Meta,
): Promise<PlacedValues> {
  const { owned, ownerless } = byOwner(postType, meta);
  const fields: Fields = {};
  for (const [field, values] of owned) {
    const write = field.type.transfer?.receive(values, field);
    if (write !== undefined) fields[field.key] = write;
  }
  const unplaced: Fields = { ...ownerless };
  for (const key of await refusedFields(call, deps, postType, fields)) {
    const { [key]: write } = fields;
    const { taken, refused } = await divide(call, deps, postType, { [key]: write });
    if (taken === undefined) delete fields[key];
    else fields[key] = taken;
    unplaced[key] = refused;
  }
  return { fields, unplaced };
}

function byOwner(postType: PostType, meta: Meta) {
  const owned = new Map<Field, Fields>();
  const ownerless: Fields = {};
  for (const [key, values] of Object.entries(meta)) {
    if (isLocalOnly(key)) continue;
    const field = ownerOf(postType, key);
    if (field) owned.set(field, { ...owned.get(field), [key]: values });
    else ownerless[key] = values;
  }
  return { owned, ownerless };
}

function ownerOf({ fields }: PostType, key: string): Field | undefined {
  const named = fields.get(key);
  if (named) return travels(named) ? named : undefined;
  return [...fields.values()].find((field) => travels(field) && field.type.transfer?.owns?.(key, field));
}

function travels(field: Field): boolean {
  return field.type.transfer !== undefined && storageOf(field) === 'record';
}

async function refusedFields(
  call: PlacingCall,
  deps: NamingDeps,
  postType: PostType,
  fields: Fields,
): Promise<Set<string>> {
  const { problems } = await parseFields(call, deps, { postType, fields });
  return new Set(problems.map(({ field }) => field));
}

/** Splits the write of a field into accepted and refused values. */
async function divide(
  call: PlacingCall,
  deps: NamingDeps,
  postType: PostType,
  write: Fields,
): Promise<{ taken: unknown; refused: unknown }> {
  const [[key, whole]] = Object.entries(write) as [[string, unknown]];
  const { values } = valuesOf(whole) ?? { values: [] };
  if (values.length < 2 || values.length > maxSingly) return { taken: undefined, refused: whole };
  const taken: unknown[] = [];
  const refused: unknown[] = [];
  for (const value of values) {
    const isRefused = await refusedFields(call, deps, postType, { [key]: { values: [value] } });
    (isRefused.size > 0 ? refused : taken).push(value);
  }
  return { taken: writtenValues(taken), refused: { values: refused } };
}
