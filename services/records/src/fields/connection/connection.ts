import { msg, declaredMessage } from '@svc/contracts';
import { z } from 'zod';
import { utcText } from '@svc/service-kit';
import { type ConnectionItem, shownConnections } from '../../model/connection-item.ts';
import { connectionRows } from './connection-rows.ts';
import { type LinkedRecord, linkText, type Nameable, type NamedRecords } from '../../model/linked-records.ts';
import { endOf } from '../../model/side.ts';
import { connectionFilter } from './connection-filter.ts';
import {
  applyConnections,
  idOf,
  markAdded,
  noTarget,
  parseConnectionWrite,
  type ConnectionChange,
  type ConnectionEntry,
  type ConnectionTarget,
} from './connection-write.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, type Parsed } from '../../model/field-type/problem.ts';
import type { ResolvedReferences, RecordReference, WrittenRecord } from '../../model/field-type/write.ts';
import { linkTerm } from '../../model/links.ts';
import { listDelta } from '../shared/list-delta.ts';

type Items = readonly ConnectionItem[];

/** Connections to other records, visible from both ends. Stored as edges; a write loads only those that it changes. */
export const connection: FieldType<Items, ConnectionChange> = {
  name: 'connection',
  settingsList: 'connection_types',
  storage: 'edges',
  declaration: z.looseObject({
    post_type: z.string({ error: 'must name the post type that it connects to' }),
    p2p_key: z.string({ error: 'must name the connection' }).regex(/^[\w-]{1,64}$/, {
      error: 'must consist of letters, digits, "_" and "-"',
    }),
  }),
  attributes: ['p2p_key', 'p2p_direction', 'one_way', 'connection_count_field', 'history_notes'],

  write: {
    parse: (input, field) => parseConnectionWrite(input, field),
    markAdded,
    references({ entries }, field, record) {
      const added = entries.filter(({ isAdded }) => isAdded);
      const picked = entries.filter(({ isAdded }) => !isAdded);
      return {
        records: [
          referencesOf(picked, field, record),
          { ...referencesOf(added, field, record), isAdded: true },
        ],
      };
    },
    resolve(change, found, field, record) {
      const entries: ConnectionEntry[] = [];
      const removed = new Set<number>();
      for (const entry of change.entries) {
        const resolved = resolveEntry(entry, found, { field, record });
        if ('problem' in resolved)
          return entry.isAdded ? { problem: { ...resolved.problem, isAdded: true } } : resolved;
        const id = idOf(resolved.change.target);
        if (id === record.id && !entry.delete) return refused('add', field);
        if (entry.delete && removed.has(id)) return refused('remove', field);
        if (entry.delete) removed.add(id);
        entries.push(resolved.change);
      }
      return { change: { ...change, entries } };
    },
    check(before = [], { entries }, field) {
      const known = new Set(before.map(({ id }) => id));
      const unknown = entries.find(({ target, isAgain }) => isAgain && !known.has(idOf(target)));
      return unknown && refused('add', field).problem;
    },
    apply: (before, change) => applyConnections(before ?? [], change),
    delta(before, after) {
      const { added, removed } = listDelta(before, after, ({ id }) => id);
      return { added: added.map(({ id }) => id), removed: removed.map(({ id }) => id) };
    },
  },

  read: {
    shape: (stored = [], _field, { records }) =>
      stored.flatMap(({ id, meta }) => {
        const linked = records.get(id);
        return linked ? [itemShape(linked, meta)] : [];
      }),
    recordsOf: (stored) => stored.map(({ id }) => id),
  },

  query: {
    filter: (operand, field) => connectionFilter(operand, field),
    sameAs: ({ entries }, field) =>
      entries
        .filter((entry) => !entry.delete)
        .map(({ target }) => ({ linkTerms: linkTerm(endOf(field), idOf(target)) })),
    buckets: {
      names: (id: number) => ({ records: [id] }),
      show: (id: number, _field, { records }) => ({
        value: String(id),
        label: records.get(id)?.name ?? `#${id}`,
      }),
    },
  },

  history: {
    activity: (before = [], after = [], field) =>
      connectionRows(before, after, { end: endOf(field), fieldKey: field.key }),
    note(row, field, { records }) {
      const { name, history_notes: notes } = field.definition;
      const isRemoval = row.action === 'disconnected from';
      const self = linkText(records.get(row.recordId), row.recordId);
      const other = linkText(records.get(Number(row.metaValue)), Number(row.metaValue));
      if (notes) return declaredMessage(isRemoval ? notes.disconnected : notes.connected, other, self);
      return isRemoval ? msg`${other} removed from ${name}` : msg`${other} added to ${name}`;
    },
    recordsOfRow: (row) => [row.recordId, Number(row.metaValue)],
  },
};

/** The post type at the other end of a connection field. */
export function targetType(field: DeclaredField): string {
  return field.definition.post_type ?? '';
}

function referencesOf(
  entries: readonly ConnectionEntry[],
  field: DeclaredField,
  record: WrittenRecord,
): RecordReference {
  const targets = entries.map(({ target }) => target);
  const named = entries.filter((entry) => !entry.delete);
  return {
    ...nameable(field, record),
    ids: named.flatMap(({ target }) => ('id' in target ? target.id : [])),
    titles: targets.flatMap((target) => ('title' in target ? target.title : [])),
    emails: targets.flatMap((target) => ('email' in target ? target.email : [])),
    isAdded: false,
  };
}

function nameable(field: DeclaredField, { connected }: WrittenRecord): Nameable {
  return { postType: targetType(field), connected: (connected[field.key] ?? []).map(({ id }) => id) };
}

/** Finds the record that an entry names. One that the caller may not pick must be connected already, which `check` verifies. */
function resolveEntry(
  entry: ConnectionEntry,
  found: ResolvedReferences,
  { field, record }: { field: DeclaredField; record: WrittenRecord },
): Parsed<ConnectionEntry> {
  const records = entry.isAdded ? found.records.added : found.records.picked;
  const id = targetId(entry.target, records, nameable(field, record));
  if (id === undefined) return noTarget(Object.values(entry.target)[0], field);
  const change = { ...entry, target: { id } };
  if (entry.delete || records.has(targetType(field), id)) return { change };
  return mayConnect(id, record.connected[field.key])
    ? { change: { ...change, isAgain: true } }
    : refused('add', field);
}

function targetId(target: ConnectionTarget, records: NamedRecords, among: Nameable): number | undefined {
  if ('id' in target) return target.id;
  if ('title' in target) return records.byTitle(target.title, among);
  return records.byEmail(target.email, among) ?? records.byTitle(target.email, among);
}

/** Whether a record may be connected already; only the first connections are known. */
function mayConnect(id: number, first: Items = []): boolean {
  return first.length >= shownConnections.alone || first.some((item) => item.id === id);
}

function refused(verb: 'add' | 'remove', field: DeclaredField) {
  return verb === 'add'
    ? problem(msg`Error adding connection on field: ${field.key}`, 'add_connection_to_post')
    : problem(msg`Error removing connection on field: ${field.key}`, 'remove_connection_from_post');
}

function itemShape(linked: LinkedRecord, meta: ConnectionItem['meta']) {
  const created = utcText(linked.createdAt);
  return {
    ID: linked.id,
    post_type: linked.postType,
    post_date_gmt: created,
    post_date: created,
    post_title: linked.name,
    permalink: linked.permalink,
    ...(meta ? { meta } : {}),
    ...(linked.label === undefined ? {} : { label: linked.label }),
    status: linked.status,
  };
}
