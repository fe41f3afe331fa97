import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

/** More than a pipe holds; what the tool says of an unknown command repeats it. */
const unknown = 'x'.repeat(120_000);

/** Runs the tool with this command of the shell at the other end of a pipe; what that has read, and the tool's exit code. */
async function readBy(reader: string) {
  const script = `{ "$0" "$1" "$2" 2>&1; echo $? >&3; } | { ${reader}; }`;
  const program = join(import.meta.dirname, 'admin.ts');
  const shell = spawn('sh', ['-c', script, process.execPath, program, unknown], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [read, code] = await Promise.all([
    text(shell.stdout as NonNullable<typeof shell.stdout>),
    text(shell.stdio[3] as NonNullable<typeof shell.stdout>),
    once(shell, 'exit'),
  ]);
  return { length: read.length, code: code.trim() };
}

test('a slow reader receives the whole output', async () => {
  // A byte at a time.
  const { length, code } = await readBy('IFS= read -r line; printf %s "$line"');
  expect(code).toBe('2');
  expect(length).toBeGreaterThan(unknown.length);
});

test('a closed pipe neither blocks the tool nor changes its exit code', async () => {
  expect(await readBy('head -c 1')).toEqual({ length: 1, code: '2' });
});
