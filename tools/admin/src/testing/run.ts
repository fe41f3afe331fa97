import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
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
