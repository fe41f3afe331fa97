import type { Actor, Fields } from '@svc/contracts';
import { isOn, valuesOf } from '../../fields/shared/values-write.ts';
import { shownIds } from './shown-values.ts';

interface Entry {
  readonly value: unknown;
  readonly isRemoved: boolean;
}

/** The values that a write connects through a field, as they are written: id, e-mail or title. */
export function connectedValues(fields: Fields, key: string): unknown[] {
  return entriesOf(fields[key])
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ value }) => value);
}

/** The values that a write newly connects through a field. */
export function newValues(fields: Fields, key: string, existing: Fields): unknown[] {
  const known = new Set(shownIds(existing, key));
  return connectedValues(fields, key).filter((value) => !known.has(idOf(value) ?? 0));
}

/** The ids of records that a write newly connects; those named by e-mail or title are left out. */
export function newIds(fields: Fields, key: string, existing: Fields): number[] {
  const ids = newValues(fields, key, existing).map(idOf);
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** The connected ids of a field after a write; undefined if the write names records by e-mail or title. */
export function idsAfter(fields: Fields, key: string, existing: Fields): number[] | undefined {
  const isForced = valuesOf(fields[key])?.force === true;
  const ids = new Set(isForced ? [] : shownIds(existing, key));
  for (const { value, isRemoved } of entriesOf(fields[key])) {
    const id = idOf(value);
    if (id === undefined) return undefined;
    if (isRemoved) ids.delete(id);
    else ids.add(id);
  }
  return [...ids];
}

/** Adds a value to a write of a set or a connection; unchanged if the write already contains the value, even to remove it. */
export function withValue(input: unknown, value: unknown): unknown {
  const write = valuesOf(input);
  if (input !== undefined && !write) return input;
  if (entriesOf(input).some((entry) => String(entry.value) === String(value))) return input;
  return { ...(input as object | undefined), values: [...(write?.values ?? []), { value }] };
}

/** The user that a write of a user_select names: 0 for nobody, undefined for another user's e-mail or an invalid value. */
export function writtenUser(input: unknown, actor: Actor): number | undefined {
  if (input === null) return 0;
  if (typeof input !== 'string' && typeof input !== 'number') return undefined;
  const text = String(input).trim();
  const id = /^(?:user-)?(\d{0,15})$/.exec(text)?.[1];
  if (id !== undefined) return Number(id);
  const isCaller = actor.email !== '' && text.toLowerCase() === actor.email.toLowerCase();
  return isCaller ? actor.userId : undefined;
}

function entriesOf(input: unknown): Entry[] {
  const entries = valuesOf(input)?.values ?? [];
  return entries.map((entry) => {
    const { value, delete: remove } = (entry ?? {}) as { value?: unknown; delete?: unknown };
    return { value, isRemoved: isOn(remove) };
  });
}

function idOf(value: unknown): number | undefined {
  const isId = typeof value === 'number' || (typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value));
  const id = isId ? Number(value) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
