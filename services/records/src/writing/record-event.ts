import type { Audience } from '@svc/contracts';
import type { EventDraft } from '@svc/service-kit';
import type { RecordDocument } from '../store/record-document.ts';
import type { Revision } from './revision.ts';

/** The event of a changed record: what changed, who may see it now, and who may have to be told. */
export function recordEvent(
  verb: EventDraft['verb'],
  { record, changed, written }: Pick<Revision, 'record' | 'changed' | 'written'>,
  audience?: Audience,
): EventDraft {
  const about = { id: record._id, post_type: record.postType, name: record.name, version: record.version };
  const { fields = [], silent = false, occasion } = written ?? {};
  const told = {
    ...{ record: about, visibility: visibilityOf(record), written: fields, silent },
    ...(audience && { audience }),
    ...(occasion && { occasion }),
  };
  const deltas = changed.map(({ field, before, after }) => [field.key, field.type.delta(before, after)]);
  const keys = changed.map(({ field }) => [field.key, { added: [], removed: [] }]);
  return {
    entity: 'record',
    verb,
    postType: record.postType,
    subject: `${record.postType}/${record._id}`,
    data: { ...told, changed: Object.fromEntries(deltas) },
    withoutValues: { ...told, changed: Object.fromEntries(keys) },
  };
}

/** Who may see a record, as events and the search index carry it. */
export function visibilityOf(record: RecordDocument) {
  const { type, sources } = record.fields;
  return {
    shared_with: [...record.sharedWith],
    type: typeof type === 'string' ? type : '',
    sources: Array.isArray(sources) ? sources.map(String) : [],
  };
}
