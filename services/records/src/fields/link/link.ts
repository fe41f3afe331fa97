import { msg } from '@svc/contracts';
import { type ActivityDraft, valueDeleted } from '../../model/activity-row.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { ExchangeGroup } from '../../model/field-type/exchange.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import type { FieldProblem } from '../../model/field-type/problem.ts';
import { EntryIndex } from '../shared/entry-index.ts';
import { listDelta } from '../shared/list-delta.ts';
import {
  isOffered,
  type LinkChange,
  type LinkEntryChange,
  parseLinkWrite,
  wrongLinkType,
} from './link-write.ts';
import { optionLabel, optionsDeclaration } from '../shared/options.ts';
import { sortText } from '../shared/sort-text.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { receivedValues, writtenValues } from '../../model/received-values.ts';

/** A stored entry of a link. */
export interface LinkEntry {
  /** Digits. */
  readonly metaId: string;
  readonly type: string;
  readonly value: string;
}

/** The links of one type under one key, `link_field_website_default`. Without the prefix in older rows and in what others send. */
const linkExchange: ExchangeGroup<readonly LinkEntry[]> = {
  send(stored, { key }) {
    const byType = Map.groupBy(stored, ({ type }) => metaKeyOf(key, type));
    return Object.fromEntries(
      [...byType].map(([metaKey, entries]) => [metaKey, entries.map(({ value }) => value)]),
    );
  },
  owns: (metaKey, field) =>
    withoutPrefix(metaKey).startsWith(`${field.key}_`) && field.options.has(typeOf(metaKey, field)),
  receive: (meta, field) =>
    writtenValues(
      Object.entries(meta).flatMap(([metaKey, sent]) =>
        receivedValues(sent).map((value) => ({ type: typeOf(metaKey, field), value })),
      ),
    ),
};

type Entries = readonly LinkEntry[];

/** Addresses and handles, each with a declared type and its own id. Types marked `deleted` can no longer be chosen. */
export const link: FieldType<Entries, LinkChange> = {
  name: 'link',
  storedAs: 'array',
  declaration: optionsDeclaration,
  hasOptions: true,

  write: {
    parse: (input, field) => parseLinkWrite(input, field),
    check(before = [], change, field) {
      const known = new Map(before.map((entry) => [entry.metaId, entry]));
      for (const entry of change.entries) {
        const wrong =
          entry.kind === 'change' ? changeProblem(entry, known.get(entry.metaId), field) : undefined;
        if (wrong) return wrong;
      }
      return undefined;
    },
    apply(before, change) {
      const entries = applyToLinks(before ?? [], change);
      return entries.length === 0 ? undefined : entries;
    },
    mergeFrom: (given) => ({ force: false, entries: given.map((entry) => ({ kind: 'add', ...entry })) }),
    delta: (before, after) => linkDelta(before, after),
  },

  read: {
    shape: (stored) => stored?.map(({ metaId, type, value }) => ({ type, value, meta_id: metaId })),
  },

  query: {
    contains: (pattern, path) => ({ [`${path}.value`]: pattern }),
    sortKey: (stored) => sortText(stored[0]?.value ?? ''),
  },

  history: {
    activity(before = [], after = [], field) {
      const former = new Map(before.map((entry) => [entry.metaId, entry]));
      const { added, removed } = linkDelta(before, after);
      const changed = new Set(added.map(({ metaId }) => metaId));
      return [
        ...removed
          .filter(({ metaId }) => !changed.has(metaId))
          .map((entry) => entryRow(field, entry, { before: entry })),
        ...added.map((entry) => entryRow(field, entry, { before: former.get(entry.metaId), after: entry })),
      ];
    },
    note(row, field) {
      const label = optionLabel(typeOf(row.metaKey, field), field);
      return row.metaValue === valueDeleted
        ? msg`${row.oldValue} removed from ${label} links`
        : msg`${row.metaValue} added to ${label} links`;
    },
    revertEntries(entries, stored = []) {
      const known = new Set(stored.map(({ metaId }) => metaId));
      return entries.flatMap(({ meta_id: metaId, ...entry }) => {
        if (known.has(String(metaId))) return [{ ...entry, meta_id: metaId }];
        return entry['delete'] ? [] : [entry];
      });
    },
  },

  exchange: {
    ...linkExchange,
    plainValues: (stored) => stored.map(({ value }) => value),
  },
};

/** The entries after a write, in the order in which they were added. A link that exists already is not added again. */
export function applyToLinks(before: Entries, change: LinkChange): LinkEntry[] {
  const entries = new EntryIndex(before, { idOf: ({ metaId }) => metaId, contentOf });
  const named = new Set<string>();
  for (const entry of change.entries) {
    const holder = entry.kind === 'add' ? entries.withContent(contentOf(entry)) : undefined;
    named.add(holder?.metaId ?? entry.metaId);
    if (!holder) applyEntry(entries, entry);
  }
  return entries.all().filter(({ metaId }) => !change.force || named.has(metaId));
}

function applyEntry(entries: EntryIndex<LinkEntry>, change: LinkEntryChange): void {
  const { kind, metaId } = change;
  const known = entries.get(metaId);
  if (kind === 'remove') entries.remove(metaId);
  else if (kind === 'add') entries.put({ metaId, type: change.type, value: change.value });
  else if (known)
    entries.put({ metaId, type: change.type ?? known.type, value: change.value ?? known.value });
}

function contentOf({ type, value }: Pick<LinkEntry, 'type' | 'value'>): string {
  return `${type}\n${value}`;
}

/** An entry may keep a type that is no longer offered, but not change to one. */
function changeProblem(
  change: { metaId: string; type: string | undefined },
  known: LinkEntry | undefined,
  field: DeclaredField,
): FieldProblem | undefined {
  if (!known) {
    const message = `A link with meta_id ${change.metaId} was not found on field: ${field.key}`;
    return { code: 'update_post_link_fields', message };
  }
  const { type = known.type } = change;
  return type === known.type || isOffered(type, field) ? undefined : wrongLinkType(type, field);
}

function linkDelta(before: Entries | undefined, after: Entries | undefined) {
  return listDelta(before, after, ({ metaId }) => metaId);
}

/** One row for an entry, also for a changed one: its note shows the new value. */
function entryRow(
  field: DeclaredField,
  { metaId, type }: LinkEntry,
  { before, after }: { before?: LinkEntry | undefined; after?: LinkEntry },
): ActivityDraft {
  const row = singleValueRow(field, before?.value, after?.value);
  const former = before && { type: before.type, value: before.value };
  const write = { meta_id: metaId, delete: !before, ...former };
  return { ...row, metaKey: metaKeyOf(field.key, type), valueKey: metaId, undo: { entry: metaId, write } };
}

const prefix = 'link_field_';

function metaKeyOf(key: string, type: string): string {
  return `${prefix}${key}_${type}`;
}

function withoutPrefix(metaKey: string): string {
  return metaKey.startsWith(prefix) ? metaKey.slice(prefix.length) : metaKey;
}

function typeOf(metaKey: string, { key }: DeclaredField): string {
  return withoutPrefix(metaKey).slice(key.length + 1);
}
