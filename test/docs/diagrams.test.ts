import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { diagramsIn } from '../../tools/draw-diagrams.ts';

const docs = join(import.meta.dirname, '../../docs');

test('every diagram of the documentation has its drawing: node tools/draw-diagrams.ts makes them', () => {
  expect(readdirSync(join(docs, 'images/diagrams')).toSorted()).toEqual(
    [...diagramsIn(docs).keys()].toSorted(),
  );
});
