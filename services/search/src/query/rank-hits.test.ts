import { expect, test } from '@jest/globals';
import type { Candidate } from './candidate.ts';
import { rankHits } from './rank-hits.ts';

function hit(id: number, name: string, candidate: Partial<Candidate> = { inName: true }) {
  const record = { id, name, post_type: 'contacts', post_date: '2026-01-01 00:00:00', version: 1 };
  return { candidate: { id, inName: false, ...candidate }, record };
}

test('the record with the id first, then names that begin with the text, other names, then the rest', () => {
  const hits = [
    hit(1, 'Alpha in a comment', { comment: 'alpha' }),
    hit(2, 'The Alpha'),
    hit(3, 'alphabet'),
    hit(4, 'Álpha 10'),
    hit(5, 'Alpha 9'),
    hit(6, 'Zeta', { isId: true }),
    hit(8, 'a channel', { meta: 'alpha' }),
    hit(7, 'alphabet'),
  ];
  expect(rankHits(hits, 'ALPHA ').map(({ record }) => record.id)).toEqual([6, 5, 4, 3, 7, 2, 8, 1]);
});
