import { say } from '@svc/contracts';
import { z } from 'zod';
import { utcText } from '@svc/service-kit';
import type { ActivityDraft } from '../activity/activity-row.ts';
import type { ConnectionItem } from '../connections/connection-item.ts';
import { connectionNote } from '../connections/connection-notes.ts';
import { connectionRow } from '../connections/connection-row.ts';
import { itemsNotIn } from '../connections/items-not-in.ts';
import { linkText } from '../connections/link-text.ts';
import type { LinkedRecord } from '../connections/linked-records.ts';
import { endOf } from '../connections/side.ts';
import { connectionFilter } from './connection-filter.ts';
import {
  applyConnections,
  idOf,
  noTarget,
  parseConnectionWrite,
  type ConnectionChange,
  type ConnectionEntry,
} from './connection-write.ts';
import { problem, shown, type Field, type FieldType, type Found, type Parsed } from './field-type.ts';
import { linkTo } from '../connections/links.ts';

type Items = readonly ConnectionItem[];

/** Other records, each connection visible from both of its ends. Kept as edges; a write sees those that it names. */
export const connection: FieldType<Items, ConnectionChange> = {
  name: 'connection',
  settingsList: 'connection_types',
  keptIn: 'edges',
  declaration: z.looseObject({
    post_type: z.string({ error: 'has to name the post type that it connects to' }),
    p2p_key: z.string({ error: 'has to name the connection' }).regex(/^[\w-]{1,64}$/, {
      error: 'is letters, digits, "_" and "-"',
    }),
  }),

  parse: (input, field) => parseConnectionWrite(input, field),
  lookup(change, field) {
    const targets = change.entries.map(({ target }) => target);
    return {
      records: {
        postType: targetType(field),
        ids: change.entries
          .filter((entry) => !entry.delete)
          .flatMap(({ target }) => ('id' in target ? target.id : [])),
        titles: targets.flatMap((target) => ('title' in target ? target.title : [])),
        emails: targets.flatMap((target) => ('email' in target ? target.email : [])),
      },
    };
  },
  settle(change, found, field, record) {
    const entries: ConnectionEntry[] = [];
    const removed = new Set<number>();
    for (const entry of change.entries) {
      const settled = settleEntry(entry, found, field);
      if ('problem' in settled) return settled;
      const id = idOf(settled.change.target);
      if (id === record.id && !entry.delete) return refused('add', field, id);
      if (entry.delete && removed.has(id)) return refused('remove', field, id);
      if (entry.delete) removed.add(id);
      entries.push(settled.change);
    }
    return { change: { ...change, entries } };
  },
  apply: (before, change) => applyConnections(before ?? [], change),
  sameAs: ({ entries }, field) =>
    entries
      .filter((entry) => !entry.delete)
      .map(({ target }) => ({ links: linkTo(endOf(field), idOf(target)) })),

  read: (stored = [], _field, { records }) =>
    stored.flatMap(({ id, meta }) => {
      const linked = records.get(id);
      return linked ? [itemShape(linked, meta)] : [];
    }),
  recordsOf: (stored) => stored.map(({ id }) => id),

  filter: (operand, field) => connectionFilter(operand, field),
  buckets: {
    names: (id: number) => ({ records: [id] }),
    show: (id: number, _field, { records }) => ({
      value: String(id),
      label: records.get(id)?.name ?? `#${id}`,
    }),
  },

  delta: (before = [], after = []) => ({
    added: itemsNotIn(after, before).map(({ id }) => id),
    removed: itemsNotIn(before, after).map(({ id }) => id),
  }),
  activity(before = [], after = [], field) {
    const [former, current] = [idsOf(before), idsOf(after)];
    const row = (other: ConnectionItem, isRemoval: boolean): ActivityDraft =>
      connectionRow({ end: endOf(field), fieldKey: field.key, other, isRemoval });
    return [
      ...before.filter(({ id }) => !current.has(id)).map((item) => row(item, true)),
      ...after.filter(({ id }) => !former.has(id)).map((item) => row(item, false)),
    ];
  },
  note(row, field, { records }) {
    const side = row.objectNote === 'connection to' ? 'to' : 'from';
    const self = linkText(records.get(row.recordId), row.recordId);
    const other = linkText(records.get(Number(row.metaValue)), Number(row.metaValue));
    const words = side === 'from' ? { from: self, to: other } : { from: other, to: self };
    return connectionNote({
      key: row.metaKey,
      side,
      isRemoval: row.action === 'disconnected from',
      words: { ...words, field: field.definition.name },
    });
  },
  recordsOfRow: (row) => [row.recordId, Number(row.metaValue)],
};

/** The post type at the other end of a connection field. */
export function targetType(field: Field): string {
  return field.definition.post_type ?? '';
}

function settleEntry(entry: ConnectionEntry, { records }: Found, field: Field): Parsed<ConnectionEntry> {
  const { target } = entry;
  if ('id' in target) {
    const isThere = entry.delete || records.has(targetType(field), target.id);
    return isThere ? { change: entry } : refused('add', field, target.id);
  }
  const id =
    'email' in target
      ? (records.byEmail(target.email) ?? records.byTitle(targetType(field), target.email))
      : records.byTitle(targetType(field), target.title);
  if (id === undefined) return noTarget(Object.values(target)[0], field);
  return { change: { ...entry, target: { id } } };
}

function refused(verb: 'add' | 'remove', field: Field, id: number) {
  return verb === 'add'
    ? problem(
        say`Error adding connection on field: ${field.key}, received ${shown(id)}`,
        'add_connection_to_post',
      )
    : problem(
        say`Error removing connection on field: ${field.key}, received ${shown(id)} twice`,
        'remove_connection_from_post',
      );
}

function itemShape(linked: LinkedRecord, meta: ConnectionItem['meta']) {
  const created = utcText(linked.createdAt);
  return {
    ID: linked.id,
    post_type: linked.postType,
    post_date_gmt: created,
    post_date: created,
    post_title: linked.name,
    permalink: `${linked.permalink}/`,
    ...(meta ? { meta } : {}),
    ...(linked.postType === 'peoplegroups' ? { label: linked.name } : {}),
    status: linked.status,
  };
}

function idsOf(items: Items): ReadonlySet<number> {
  return new Set(items.map(({ id }) => id));
}
