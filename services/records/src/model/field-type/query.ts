import type { Message } from '@svc/contracts';
import type { Condition, ParsedFilter, TermValue } from '../filter.ts';
import type { Lineage } from '../places.ts';
import type { ReadContext, ReadNames } from '../read-context.ts';
import type { DeclaredField } from './declared-field.ts';

/** How records are found, sorted and counted by their values of a type. */
export interface QueryGroup<Stored, Change> {
  /** Parses the operand of a filter (docs/reference/list-query.md#filters). */
  filter?(operand: unknown, field: DeclaredField): ParsedFilter;
  /**
   * The values by which lists find the record through an index, for filters that ask whether a field has a value.
   */
  filterTerms?(stored: Stored, lineage: Lineage): readonly TermValue[];
  /** The condition that a text in the value matches the pattern, for text searches in this field. */
  contains?(pattern: RegExp, path: string): Condition;
  /** Texts by which the record is found in the global search. */
  searchTexts?(stored: Stored): readonly string[];
  /** Conditions on records that hold the same value, one for each value of a change; `check_for_duplicates` finds records by them. */
  sameAs?(change: Change, field: DeclaredField, path: string): readonly Condition[];
  /** Texts that make records possible duplicates of each other when both have one of them. */
  duplicateKeys?(stored: Stored): readonly string[];
  /** The key by which records are sorted; undefined if the value has none. */
  sortKey?(stored: Stored, field: DeclaredField): string | number | undefined;
  /** The sort key of an unset field. Without this method unset fields come last in both directions. */
  sortKeyWhenUnset?(field: DeclaredField): string | number;
  /** How lists are split by the values of the field. */
  readonly buckets?: FieldBuckets<never>;
  /** Whether its values have points on the map: `lat` and `lng` of each. */
  readonly hasPoints?: boolean;
  /** Whether its values are texts (one, or a list) that are offered for selection in other records. */
  readonly offersValues?: boolean;
  /** Whether the settings list the values in use as the field's `default`, since none are declared. */
  readonly listsValuesInUse?: boolean;
}

/** How the records of a list are grouped by the values of a field: one bucket per value. */
export interface FieldBuckets<Value = unknown> {
  /** The form of groups in aggregations (docs/guides/numbers.md#groups); absent if lists cannot be aggregated by the field. */
  readonly groups?: 'values' | 'dates' | 'places';
  /** Path of the value within each stored entry; absent if the entries, or the whole stored value, are the values. */
  readonly at?: string;
  /** The value that counts in aggregations for a record without one. */
  unset?(field: DeclaredField): unknown;
  /** Users, records and places whose names the label of a value needs. */
  names?(value: Value): Partial<ReadNames>;
  /** The value as filters of the field take it, and its label. */
  show(
    value: Value,
    field: DeclaredField,
    context: ReadContext,
  ): { readonly value: string; readonly label: Message };
}
