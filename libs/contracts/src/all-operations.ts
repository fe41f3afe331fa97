import type { Command } from './command.ts';
import type { Operation } from './operation.ts';
import * as operations from './operations/index.ts';

const declared = Object.values<unknown>(operations);

/** Every operation of every service. */
export const allOperations = declared.filter((value): value is Operation => has(value, 'callers'));

/** Every command of every service. */
export const allCommands = declared.filter((value): value is Command => has(value, 'sender'));

function has(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && key in value;
}
