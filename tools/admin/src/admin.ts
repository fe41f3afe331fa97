import type { Writable } from 'node:stream';
import { runAdmin } from './run-admin.ts';

const code = await runAdmin(process.argv.slice(2), process);
// Output that a pipe has not yet accepted would be lost with the process.
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
// The NATS client keeps open a connection that no server has answered, and with it the process.
process.exit(code);

/** Resolves once all output is written, or the reader has closed the stream. */
function flushed(stream: Writable): Promise<void> {
  stream.on('error', () => {});
  return new Promise((resolve) => stream.write('', () => resolve()));
}
