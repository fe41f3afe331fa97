import { listLimits, recordsFindByName } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { SearchedFor } from './find-candidates.ts';
import type { Hit } from './hit.ts';
import { viewableRecords } from './viewable-records.ts';
import { withRecordOfId } from './with-record-of-id.ts';

/** What records finds by name, and by id: all that can be told without the engine. */
export async function findWithoutEngine(
  { text, postTypes, parts }: Pick<SearchedFor, 'text' | 'postTypes' | 'parts'>,
  call: Pick<Call, 'ask'>,
): Promise<Hit[]> {
  const named = parts.post && text.length <= listLimits.text ? await findByName(text, postTypes, call) : [];
  const known = new Map(named.map((hit) => [hit.record.id, hit]));
  const ids = withRecordOfId([], text).map(({ id }) => id);
  for (const [id, record] of await viewableRecords(ids, call)) {
    known.set(id, { record, candidate: { ...known.get(id)?.candidate, id, isId: true } });
  }
  return [...known.values()];
}

async function findByName(
  text: string,
  postTypes: readonly string[],
  call: Pick<Call, 'ask'>,
): Promise<Hit[]> {
  const { records } = await call.ask(recordsFindByName, { text, post_types: [...postTypes] });
  return records.map((record) => {
    const { id, name, version } = record;
    return { record, candidate: { id, name: { text: name, version, isSimilar: false } } };
  });
}
