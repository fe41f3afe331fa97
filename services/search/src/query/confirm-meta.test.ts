import { expect, test } from '@jest/globals';
import type { OutputOf, recordsSearchDocuments } from '@svc/contracts';
import { confirmMeta, maxAsked, type Asked } from './confirm-meta.ts';
import type { Hit } from './hit.ts';

type Documents = OutputOf<typeof recordsSearchDocuments>;

const visibility = { shared_with: [3], type: '', sources: [] };

/** A hit of a text of version 1; the record is of version 2. */
function staleHit(id: number): Hit {
  const record = { id, post_type: 'contacts', name: '', version: 2, post_date: '' };
  return { record, candidate: { id, meta: { text: 'exam', version: 1, match: 'words' } } };
}

const texts = [{ field: 'notes', text: 'exam' }];
const document = { post_type: 'contacts', name: '', version: 2, texts, visibility };

/** Stands for records, which holds the text in each record still, answers one request at a time, and notes how many are asked for. */
function standIn(sizes: number[]) {
  let isBusy = false;
  return async (_operation: unknown, { ids }: { ids: readonly number[] }): Promise<Documents> => {
    expect(isBusy).toBe(false);
    sizes.push(ids.length);
    isBusy = true;
    await Promise.resolve();
    isBusy = false;
    return { documents: ids.map((id) => ({ id, ...document })) };
  };
}

test.each([
  [0, []],
  [1, [1]],
  [120, [50, 50, 20]],
  [maxAsked + 70, Array.from({ length: maxAsked / 50 }, () => 50)],
])('%i changed records are confirmed in batches up to a maximum', async (count, sizes) => {
  const seen: number[] = [];
  const hits = Array.from({ length: count }, (_unused, id) => staleHit(id));
  const asked = { query: 'exam', call: {}, deps: { askAsService: standIn(seen) } } as unknown as Asked;
  const confirmed = await confirmMeta(hits, asked);
  expect(seen).toEqual(sizes);
  expect(confirmed.map(({ record }) => record.id)).toEqual(hits.map(({ record }) => record.id));
  const shown = confirmed.filter(({ candidate }) => candidate.meta).length;
  expect(shown).toBe(Math.min(count, maxAsked));
});
