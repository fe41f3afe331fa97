import { say } from '@svc/contracts';
import { valueDeleted, type ActivityDraft } from '../activity/activity-row.ts';
import type { Field, FieldProblem, FieldType } from './field-type.ts';
import { keyedDelta } from './keyed-delta.ts';
import { applyToLinks, type LinkEntry } from './link-entries.ts';
import { isOffered, parseLinkWrite, wrongLinkType, type LinkChange } from './link-write.ts';
import { optionLabel, optionsDeclaration } from './options.ts';
import { sortText } from './sort-text.ts';
import { singleValueRow } from './value-rows.ts';
import { linkTransfer } from './link-transfer.ts';

type Entries = readonly LinkEntry[];

/** Addresses and handles, each of a declared type and under an id of its own. A type that is `deleted` is offered no more. */
export const link: FieldType<Entries, LinkChange> = {
  name: 'link',
  declaration: optionsDeclaration,

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
  fitUndo(entries, stored = []) {
    const known = new Set(stored.map(({ metaId }) => metaId));
    return entries.flatMap(({ meta_id: metaId, ...entry }) => {
      if (known.has(String(metaId))) return [{ ...entry, meta_id: metaId }];
      return entry['delete'] ? [] : [entry];
    });
  },
  takeOver: (given) => ({ force: false, entries: given.map((entry) => ({ kind: 'add', ...entry })) }),

  read: (stored) => stored?.map(({ metaId, type, value }) => ({ type, value, meta_id: metaId })),
  contains: (pattern, path) => ({ [`${path}.value`]: pattern }),
  sortKey: (stored) => sortText(stored[0]?.value ?? ''),

  transfer: linkTransfer,

  delta: (before, after) => linkDelta(before, after),
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
    const label = optionLabel(row.metaKey.slice(field.key.length + 1), field);
    return row.metaValue === valueDeleted
      ? say`${row.oldValue} removed from ${label} links`
      : say`${row.metaValue} added to ${label} links`;
  },
};

/** An entry keeps a type that is offered no more, and gets none. */
function changeProblem(
  change: { metaId: string; type: string | undefined },
  known: LinkEntry | undefined,
  field: Field,
): FieldProblem | undefined {
  if (!known) {
    const message = `A link with meta_id ${change.metaId} was not found on field: ${field.key}`;
    return { code: 'update_post_link_fields', message };
  }
  const { type = known.type } = change;
  return type === known.type || isOffered(type, field) ? undefined : wrongLinkType(type, field);
}

function linkDelta(before: Entries | undefined, after: Entries | undefined) {
  return keyedDelta(before, after, ({ metaId }) => metaId);
}

/** One row for an entry, also for one that was changed: its note tells what it is now. */
function entryRow(
  field: Field,
  { metaId, type }: LinkEntry,
  { before, after }: { before?: LinkEntry | undefined; after?: LinkEntry },
): ActivityDraft {
  const text = (entry: LinkEntry | undefined) => entry && { raw: entry.value, label: entry.value };
  const row = singleValueRow(field, text(before), text(after), true);
  const former = before && { type: before.type, value: before.value };
  const write = { meta_id: metaId, delete: !before, ...former };
  return { ...row, metaKey: `${field.key}_${type}`, valueKey: metaId, undo: { entry: metaId, write } };
}
