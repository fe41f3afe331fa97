import type { Audience } from '@svc/contracts';
import type { EventDraft } from '@svc/service-kit';
import type { FieldDelta } from '../model/field.ts';
import type { RecordDocument } from '../model/record.ts';
import type { Revision } from './revision.ts';

type Changes = Readonly<Record<string, FieldDelta>>;

/** What an event that is too large keeps of what changed, in bytes of JSON. */
const kept = { ofOne: 1024, together: 64 * 1024 };

/** The event of a changed record: what changed, who may see it now, and who may have to be told. */
export function recordEvent(
  verb: EventDraft['verb'],
  { record, changed, written }: Pick<Revision, 'record' | 'changed' | 'written'>,
  audience?: Audience,
): EventDraft {
  const about = { id: record._id, post_type: record.postType, name: record.name, version: record.version };
  const { fields = [], silent = false, occasion } = written ?? {};
  const told = {
    record: about,
    visibility: visibilityOf(record),
    written: fields,
    silent,
    ...(audience && { audience }),
    ...(occasion && { occasion }),
  };
  const deltas: Changes = Object.fromEntries(
    changed.map(({ field, before, after }) => [field.key, field.type.delta(before, after)]),
  );
  return {
    entity: 'record',
    verb,
    postType: record.postType,
    subject: `${record.postType}/${record._id}`,
    data: { ...told, changed: deltas },
    // Only few events are so large that they need it.
    withoutValues: () => ({ ...told, changed: smallOnes(deltas) }),
  };
}

/** The same changes, the large ones without their values. */
function smallOnes(changes: Changes): Changes {
  let bytes = 0;
  const shortened = Object.entries(changes).map(([key, change]) => {
    const size = Buffer.byteLength(JSON.stringify(change));
    const isKept = size <= kept.ofOne && bytes + size <= kept.together;
    if (isKept) bytes += size;
    return [key, isKept ? change : { added: [], removed: [] }] as const;
  });
  return Object.fromEntries(shortened);
}

/** Who may see a record, as events and the search index carry it. */
export function visibilityOf(record: Pick<RecordDocument, 'sharedWith' | 'fields'>) {
  const { type, sources } = record.fields;
  return {
    shared_with: [...record.sharedWith],
    type: typeof type === 'string' ? type : '',
    sources: Array.isArray(sources) ? sources.map(String) : [],
  };
}
