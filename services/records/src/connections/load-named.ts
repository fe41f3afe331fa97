import { say, saying } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { ConnectionItem } from './connection-item.ts';
import { idOf, type ConnectionChange } from '../fields/connection-write.ts';
import type { Field } from '../fields/field-type.ts';
import { mostValues, tooManyValues } from '../fields/values-write.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { FieldChange, WriteCode } from '../writing/parse-request.ts';
import { refusal } from '../writing/refusal.ts';
import { loadFirstConnections, loadNamedConnections, type Connected } from './load-connections.ts';
import { endName, endOf } from './side.ts';

/**
 * The connections that a write changes, by field: those it names, or all of them where it replaces the list.
 * @throws ServiceError when it would replace more than one request may.
 */
export async function loadNamed(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'edges'>,
  record: RecordDocument,
  write: { readonly changes: readonly FieldChange[]; readonly code: WriteCode },
): Promise<Connected> {
  const connections = write.changes.filter(({ field }) => field.type.keptIn === 'edges');
  const loaded = connections.map(async ({ field, change }) => {
    const named = change as ConnectionChange;
    return [field.key, await loadField(call, deps, { record, field, named, code: write.code })] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

async function loadField(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'edges'>,
  wanted: { record: RecordDocument; field: Field; named: ConnectionChange; code: WriteCode },
): Promise<ConnectionItem[]> {
  const { record, field, named, code } = wanted;
  const end = endOf(field);
  const degree = record.degrees?.[endName(end)] ?? 0;
  if (degree === 0) return [];
  const recordId = record._id;
  const ids = named.entries.map(({ target }) => idOf(target));
  if (!named.force) return loadNamedConnections(call, deps, { recordId, end, ids });
  if (degree > mostValues) {
    const message = say`${saying(tooManyValues(field))}; it has ${degree}, remove them one by one`;
    throw refusal([{ field: field.key, code: 'update_connections', message }], code);
  }
  return loadFirstConnections(call, deps, { recordId, end, limit: mostValues });
}
