import type { Writable } from 'node:stream';
import { runAdmin } from './run-admin.ts';

const code = await runAdmin(process.argv.slice(2), process);
// What a pipe has not taken yet would be lost with the process.
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
// NATS's client keeps a connection on which no server has answered open, and the process with it.
process.exit(code);

/** Resolves once all is written, or nobody reads any more. */
function flushed(stream: Writable): Promise<void> {
  stream.on('error', () => {});
  return new Promise((resolve) => stream.write('', () => resolve()));
}
