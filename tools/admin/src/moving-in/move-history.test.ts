import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/service-kit/testing';
import { LeftOutReport } from './left-out.ts';
import { moveHistory } from './move-history.ts';
import type { MoveOfRecords } from './move.ts';
import { activityRowsSchema } from './source-answers.ts';

test('rows that are left out are one reason, however many each record has of them', async () => {
  const directory = temporaryDirectory();
  const leftOut = await LeftOutReport.open(join(directory, 'left-out.jsonl'), { keep: 0 });
  const rows = activityRowsSchema.parse([{ histid: 1, hist_time: 1, action: 'connected to' }]);
  const source = { get: () => Promise.resolve(rows) };
  for (const id of [1, 2, 3]) {
    const ask = () => Promise.resolve({ added: 0, left_out: id });
    const move = { source, ask, leftOut, name: 'source', users: new Map() } as unknown as MoveOfRecords;
    await moveHistory(move, 'contacts', { id, tally: new Map() });
  }
  expect(leftOut.summary().match(/^\d+ +contacts +history .*$/gm)).toEqual([
    expect.stringMatching(/^3 .*This number of rows names a record that is not here\.$/),
  ]);
});
