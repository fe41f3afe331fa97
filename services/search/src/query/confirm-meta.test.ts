import { expect, test } from '@jest/globals';
import type { OutputOf, recordsSearchDocuments } from '@svc/contracts';
import { confirmMeta, maxAsked, type Asked } from './confirm-meta.ts';
import type { Hit } from './hit.ts';

const visibility = { shared_with: [3], type: '', sources: [] };

/** A hit of a text of version 1; the record is of version 2. */
function staleHit(id: number): Hit {
  const record = { id, post_type: 'contacts', name: '', version: 2, post_date: '' };
  return { record, candidate: { id, meta: { text: 'exam', version: 1, match: 'words' } } };
}

/** Stands for records, which holds the text in each record still, and notes what it is asked. */
class StandIn {
  readonly sizes: number[] = [];
  maxAtOnce = 0;
  #open = 0;

  readonly askAsService = async (
    _operation: unknown,
    { ids }: { ids: readonly number[] },
  ): Promise<OutputOf<typeof recordsSearchDocuments>> => {
    this.sizes.push(ids.length);
    this.#open += 1;
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#open);
    await Promise.resolve();
    this.#open -= 1;
    const texts = [{ field: 'notes', text: 'exam' }];
    return {
      documents: ids.map((id) => ({ id, post_type: 'contacts', name: '', version: 2, texts, visibility })),
    };
  };
}

test.each([
  [0, []],
  [1, [1]],
  [120, [50, 50, 20]],
  [maxAsked + 70, Array.from({ length: maxAsked / 50 }, () => 50)],
])(
  'of %i records that have changed some at a time are asked for, and not more than a bound',
  async (count, sizes) => {
    const records = new StandIn();
    const hits = Array.from({ length: count }, (_unused, id) => staleHit(id));
    const asked = { query: 'exam', call: {}, deps: records } as unknown as Asked;
    const confirmed = await confirmMeta(hits, asked);
    expect(records.sizes).toEqual(sizes);
    expect(records.maxAtOnce).toBeLessThanOrEqual(1);
    expect(confirmed.map(({ record }) => record.id)).toEqual(hits.map(({ record }) => record.id));
    const shown = confirmed.filter(({ candidate }) => candidate.meta).length;
    expect(shown).toBe(Math.min(count, maxAsked));
  },
);
