import { pino } from 'pino';

/**
 * Standard output (or another file) for the lines of a log, of which several cost one system call: 4,096 bytes, or what has come in a
 * quarter of a second. They are written in order, and those that wait when the process ends, or a fatal line is logged, are
 * written then. That nobody reads any more, or that the disk is full, ends nothing: up to 4 MiB wait for room, further lines are lost.
 */
export function bufferedOutput(file = 1): ReturnType<typeof pino.destination> {
  const output = pino.destination({
    dest: file,
    // What is written when the process ends is not lost with it.
    sync: true,
    minLength: 4_096,
    periodicFlush: 250,
    maxLength: 4 * 1024 * 1024,
  });
  output.on('error', () => undefined);
  // pino's own tries for ever, and blocks the process, while the disk is full; with `sync` this one writes at once as well.
  output.flushSync = () => output.flush();
  process.on('exit', () => output.flushSync());
  return output;
}
