import { expect, test } from '@jest/globals';
import { formatMemory } from './format-memory.ts';

const memory = {
  processes: { gateway: 100.4, records: 300, mongodb: 900 },
  services: 400.4,
  all: 1300.4,
  settings: { mongodb: '--wiredTigerCacheSizeGB 1' },
};

test('the table has a line for each side, and the settings that bound the memory', () => {
  expect(formatMemory({ ours: memory })).toBe(
    [
      'Memory in MiB after the last row  gateway  records  mongodb  services   all',
      'ours                                  100      300      900       400  1300',
      'ours: mongodb --wiredTigerCacheSizeGB 1',
    ].join('\n'),
  );
});

test('the name index is shown with its memory for 100000 records', () => {
  const nameIndex = { mebibytes: 6, records: 20_000, mebibytesPer100000: 30 };
  expect(formatMemory({ ours: { ...memory, nameIndex } })).toContain(
    'ours: name index 6.0 MiB for 20000 records, 30.0 MiB for 100000',
  );
});
