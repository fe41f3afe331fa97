import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runBinary } from './run-binary.ts';
import type { Source } from './source.ts';

/** A program that is installed on this machine. */
export const pathSource: Source = {
  name: 'path',
  open: async (kind, context) => {
    const file = findOnPath(kind.binary, context.env['PATH'] ?? '');
    if (!file) return undefined;
    return runBinary(kind, { source: 'path', file }, context);
  },
};

export function findOnPath(program: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((dir) => join(dir, program))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
