import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { recordModel } from './record-collection.ts';
import { recordTextsModel } from './record-texts-model.ts';
import { indexes, orderIndexOf, orderIndexPaths } from './indexes.ts';

const connection = mongoose.createConnection();
const declared = [recordModel(connection), recordTextsModel(connection)].flatMap((model) =>
  model.schema.indexes().map(([keys]) => JSON.stringify(keys)),
);

test('every index that lists name is declared, its keys in that order', () => {
  const walked = Object.keys(orderIndexPaths).flatMap((path) => [
    orderIndexOf(path, false),
    orderIndexOf(path, true),
  ]);
  for (const named of [...Object.values(indexes), ...walked])
    expect(declared).toContain(JSON.stringify(named));
});

test('an order without an index names none', () => {
  expect(orderIndexOf('sort.overall_status', true)).toBeUndefined();
});
