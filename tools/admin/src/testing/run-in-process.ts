import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runAdmin } from '../run-admin.ts';

/** Runs the tool in this process with these settings and this input; what it wrote, and its exit code. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv, input = '') {
  const terminal = {
    stdin: Readable.from([input]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env,
  };
  const ended = runAdmin(args, terminal).finally(() => {
    terminal.stdout.end();
    terminal.stderr.end();
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(terminal.stdout), text(terminal.stderr)]);
  return { code, stdout, stderr };
}
