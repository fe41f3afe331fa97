import { expect, test } from '@jest/globals';
import type { Candidate } from './hit.ts';
import { rankHits } from './rank-hits.ts';

const exact = { text: 'alpha', version: 1, match: 'words' as const };
const similar = { ...exact, match: 'similar words' as const };
const part = { ...exact, match: 'part' as const };

function hit(id: number, name: string, candidate: Partial<Candidate> = { name: exact }) {
  const record = { id, name, post_type: 'contacts', post_date: '2026-01-01 00:00:00', version: 1 };
  return { candidate: { id, ...candidate }, record };
}

test('hits are ranked: id, name prefix, name, other fields, similar words, partial words', () => {
  const hits = [
    hit(13, 'A part', { name: part, meta: part }),
    hit(14, 'A channel', { meta: part }),
    hit(15, 'A part with a comment', { name: part, comment: { ...similar, id: 3 } }),
    hit(16, 'Alpha of which a part was found', { name: part }),
    hit(1, 'Alfa elsewhere', { meta: similar }),
    hit(2, 'Alfa', { name: similar }),
    hit(3, 'Said alpha', { comment: { ...exact, id: 1 } }),
    hit(4, 'Has a channel', { name: similar, meta: exact }),
    hit(12, 'Is said', { meta: similar, comment: { ...exact, id: 2 } }),
    hit(5, 'The Alpha'),
    hit(6, 'alphabet'),
    hit(7, 'Álpha 10'),
    hit(8, 'Alpha 9'),
    hit(10, 'alphabet'),
    hit(9, 'alphabet'),
    hit(11, 'Zeta', { isId: true }),
  ];
  expect(rankHits(hits, 'ALPHA ').map(({ record }) => record.id)).toEqual([
    11, 8, 7, 16, 6, 9, 10, 5, 4, 12, 3, 2, 15, 1, 13, 14,
  ]);
});
