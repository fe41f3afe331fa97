import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runAdmin } from '../run-admin.ts';

/** What a run of the tool wrote, and its exit code. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the tool in this process with these settings and this input. */
export async function run(args: readonly string[], env: Record<string, string>, input = ''): Promise<Run> {
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
