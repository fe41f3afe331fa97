import { msg, asMessage } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import type { ConnectionItem, Connected } from '../model/connection-item.ts';
import { idOf, type ConnectionChange } from '../fields/connection/connection-write.ts';
import type { Field } from '../model/field.ts';
import { maxValues, tooManyValues } from '../fields/shared/values-write.ts';
import type { RecordDocument } from '../model/record.ts';
import type { FieldChange } from '../revision/revision.ts';
import { type WriteCode, refusal } from '../revision/refusal.ts';
import { findEdges, itemOf } from '../read/load-connections.ts';
import { edgeBetween, edgesOf, endName, endOf } from '../model/side.ts';

/**
 * The connections that a write changes, by field: those that it names, or all of them when it replaces the list.
 * @throws ServiceError when the replaced list has more than `maxValues` connections.
 */
export async function loadNamed(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'edges'>,
  record: RecordDocument,
  write: { readonly changes: readonly FieldChange[]; readonly code: WriteCode },
): Promise<Connected> {
  const connections = write.changes.filter(({ field }) => field.type.storage === 'edges');
  const loaded = connections.map(async ({ field, change }) => {
    const named = change as ConnectionChange;
    return [field.key, await loadField(call, deps, { record, field, named, code: write.code })] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

async function loadField(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'edges'>,
  wanted: { record: RecordDocument; field: Field; named: ConnectionChange; code: WriteCode },
): Promise<ConnectionItem[]> {
  const { record, field, named, code } = wanted;
  const end = endOf(field);
  const degree = record.degrees?.[endName(end)] ?? 0;
  if (degree === 0 || (named.entries.length === 0 && !named.force)) return [];
  if (degree > maxValues && named.force) {
    const message = msg`${asMessage(tooManyValues(field))}; remove the existing ${degree} in several requests`;
    throw refusal([{ field: field.key, code: 'update_connections', message }], code);
  }
  const ids = named.entries.map(({ target }) => edgeBetween(end, record._id, idOf(target))._id);
  const filter = named.force ? edgesOf(end, record._id) : { _id: { $in: ids } };
  const edges = await findEdges(call, deps, filter, named.force ? maxValues : ids.length);
  return edges.map((edge) => itemOf(edge, record._id));
}
