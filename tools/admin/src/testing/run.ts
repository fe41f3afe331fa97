import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { runAdmin } from '../run-admin.ts';

/** Runs the tool in this process with these settings and this input; what it wrote, and its exit code. */
export async function run(args: readonly string[], env: Record<string, string>, input = '') {
  const terminal = {
    stdin: Readable.from([input]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env,
  };
  const code = await runAdmin(args, terminal);
  terminal.stdout.end();
  terminal.stderr.end();
  return { code, stdout: await text(terminal.stdout), stderr: await text(terminal.stderr) };
}

/** The result of `run` when the tool succeeds with this output. */
export const told = (stdout: string) => ({ code: 0, stdout, stderr: '' });

/** The result of `run` when the tool refuses with a message that contains this text. */
export const refused = (text: string, code = 1) => ({
  code,
  stdout: '',
  stderr: expect.stringContaining(text),
});
