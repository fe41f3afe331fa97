import type { z } from 'zod';
import type { ErrorCode, FieldDefinition, FieldOption } from '@svc/contracts';
import type { ActivityDraft, ActivityRow } from '../activity/activity-row.ts';
import type { PeopleNames, ResolvedUsers } from '../people/people.ts';
import type { Site } from '../site/site.ts';

/** A declared field of a post type, with the type that knows its behaviour. */
export interface Field {
  readonly key: string;
  readonly postType: string;
  readonly definition: FieldDefinition;
  readonly type: FieldType;
  /** The declared options of a select field, in their order; empty for other types. */
  readonly options: ReadonlyMap<string, FieldOption>;
}

/** Why a field refuses a value. Without a code it is the operation's own (`create_post`, `update_post`). */
export interface FieldProblem {
  readonly code?: Extract<
    ErrorCode,
    'update_multi_select_fields' | 'update_post_contact_methods' | 'update_post_user_select'
  >;
  readonly message: string;
}

/** A value that was understood, or why it was not. */
export type Parsed<Change> = { readonly change: Change } | { readonly problem: FieldProblem };

/** A condition on one field as MongoDB takes it, or why the operand is none. */
export type ParsedFilter = { readonly condition: Record<string, unknown> } | { readonly problem: string };

/** How a field changed, as events tell it. */
export type FieldDelta =
  | { readonly before: unknown; readonly after: unknown }
  | { readonly added: readonly unknown[]; readonly removed: readonly unknown[] };

/** What read shapes are made with. */
export interface ReadContext {
  readonly people: PeopleNames;
  readonly site: Site;
}

/** Users that a written value names and that somebody has to look up. */
export interface UserLookup {
  readonly userIds: readonly number[];
  readonly emails: readonly string[];
}

/**
 * Everything the service knows about one type of field. `Stored` is what a record keeps, `Change` what a write asks for;
 * a change is parsed once and may be applied again to a newer version of the record. A capability that is absent is a
 * refusal: a type without `filter` can not be filtered.
 */
export interface FieldType<Stored = unknown, Change = unknown> {
  /** The type's name in declarations and settings. */
  readonly name: string;
  /** What a declaration of this type needs besides the attributes of every field. */
  readonly declaration?: z.ZodType;
  /** The list of the settings object that shows fields of this type once more. */
  readonly settingsList?: 'channels' | 'connection_types';

  /** Understands a written value. Absent keys never get here; null and "" do. */
  parse(input: unknown, field: Field): Parsed<Change>;
  /** The users that a change names. */
  lookup?(change: Change): UserLookup;
  /** Completes a change with the users it names, or refuses it. */
  settle?(change: Change, users: ResolvedUsers, field: Field): Parsed<Change>;
  /** The stored value after a change; undefined is unset. */
  apply(before: Stored | undefined, change: Change, field: Field): Stored | undefined;
  /** Users that get the record shared because this value names them. */
  sharesWith?(stored: Stored): readonly number[];

  /** The read shape (spec 2.3); undefined leaves the key out. */
  read(stored: Stored | undefined, field: Field, context: ReadContext): unknown;
  /** Users whose names the read shape needs. */
  peopleOf?(stored: Stored): readonly number[];
  /** Texts by which the record is found in the global search. */
  searchTexts?(stored: Stored): readonly string[];

  /** Parses a filter's operand into a condition on `path`. */
  filter?(operand: unknown, field: Field, path: string): ParsedFilter;
  /** What records are sorted by; undefined when the value has none. */
  sortKey?(stored: Stored, field: Field): string | number | undefined;
  /** What unset sorts as. Without it unset comes last in both directions. */
  sortKeyWhenUnset?(field: Field): string | number;

  /** How the value changed, for events. Only asked when it did. */
  delta(before: Stored | undefined, after: Stored | undefined): FieldDelta;
  /** History rows for a change. Only asked when the value did change. */
  activity(before: Stored | undefined, after: Stored | undefined, field: Field): readonly ActivityDraft[];
  /** The text the history shows for a row (facts of note templates); "" hides the row. */
  note(row: Pick<ActivityRow, 'metaValue' | 'oldValue'>, field: Field, people: PeopleNames): string;
  /** Users whose names the note of a row needs. */
  peopleOfRow?(row: Pick<ActivityRow, 'metaValue'>): readonly number[];
}

/** A refusal with the operation's own code. */
export function problem(message: string, code?: FieldProblem['code']): { problem: FieldProblem } {
  return { problem: code ? { code, message } : { message } };
}

const longestShown = 80;

/** Shows a received value in an error message: short, on one line. */
export function shown(input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? String(input));
  const line = text.slice(0, longestShown).replaceAll(/\s+/g, ' ').toWellFormed();
  return text.length > longestShown ? `${line}…` : line;
}
