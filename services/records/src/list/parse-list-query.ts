import { ignoredListKeys, listControls, listLimits, ServiceError, type ListQuery } from '@svc/contracts';
import type { Condition, LateCondition } from '../fields/field-type.ts';
import type { Field } from '../fields/index.ts';
import { resolveKey, type PostType } from '../post-types/post-type.ts';
import { keepingOf } from '../reading/stored-value.ts';
import { parseSort, type ListSort } from './parse-sort.ts';

/** A list query, understood: conditions, order, page and fields. */
export interface ParsedListQuery {
  readonly conditions: readonly (Condition | LateCondition)[];
  readonly sort: ListSort;
  readonly limit: number;
  readonly offset: number;
  /** The fields that the items show. */
  readonly shown: readonly Field[];
}

const controls: ReadonlySet<string> = new Set(listControls);
const ignored: ReadonlySet<string> = new Set(ignoredListKeys);

/**
 * Understands a list query (spec 4.2). Operands become conditions through their field's type alone.
 * @throws ServiceError `fields_to_sql` naming the key that is no field, can not be filtered or has a wrong operand.
 */
export function parseListQuery(query: ListQuery, postType: PostType): ParsedListQuery {
  const filters = Object.entries(query).filter(([key]) => !controls.has(key) && !isIgnored(key, postType));
  return {
    conditions: filters.map(([key, operand]) => parseFilter(key, operand, postType)),
    sort: parseSort(query['sort'], postType),
    limit: parseLimit(query['limit']),
    offset: Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, toInteger(query['offset']) ?? 0)),
    shown: parseShown(query['fields_to_return'], postType),
  };
}

/** What some clients send without a meaning has one where a field of the type has that key. */
function isIgnored(key: string, postType: PostType): boolean {
  return ignored.has(key) && !postType.fields.has(key);
}

function parseFilter(key: string, operand: unknown, postType: PostType): Condition | LateCondition {
  const field = postType.fields.get(resolveKey(postType, key));
  if (!field) throw refusal('One or more fields do not exist', key);
  // What is private is not in the record, where a filter would look for it.
  if (keepingOf(field) === 'private') throw refusal('you can not filter private fields', key);
  if (!field.type.filter) throw refusal(`you can not filter ${field.type.name} fields`, key);
  const parsed = field.type.filter(operand, field, `fields.${field.key}`);
  if ('problem' in parsed) throw refusal(parsed.problem, key);
  return parsed.condition;
}

function refusal(message: string, key: string): ServiceError {
  return new ServiceError('fields_to_sql', message, { data: { key } });
}

/** Outside 1…1000 it is clamped, text counts as absent (decisions, "Lists"). */
function parseLimit(input: unknown): number {
  const limit = toInteger(input) ?? listLimits.default;
  return Math.min(listLimits.maximum, Math.max(0, limit));
}

function toInteger(input: unknown): number | undefined {
  const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
  return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : undefined;
}

/** Booleans are always there, whatever was asked for (facts of list items). */
function parseShown(input: unknown, postType: PostType): readonly Field[] {
  const fields = [...postType.fields.values()];
  if (input === undefined) return fields;
  const keys: unknown = typeof input === 'string' ? [input] : input;
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string'))
    throw refusal('fields_to_return must be an array', 'fields_to_return');
  const asked = new Set(keys.map((key) => resolveKey(postType, key)));
  if (asked.size === 0 || asked.has('all_fields')) return fields;
  return fields.filter((field) => asked.has(field.key) || field.type.name === 'boolean');
}
