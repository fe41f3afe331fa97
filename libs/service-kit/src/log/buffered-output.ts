import { pino } from 'pino';

/**
 * Standard output (or another file) for log lines, which it writes several at a time: 4,096 bytes, or what has arrived in a quarter of a
 * second, in one system call. They keep their order. When the process ends, or a fatal line is logged, the waiting lines are written at
 * once. A closed pipe or a full disk does not end the process: up to 4 MiB of lines wait for space, and further ones are lost.
 */
export function bufferedOutput(file = 1): ReturnType<typeof pino.destination> {
  const output = pino.destination({
    dest: file,
    // So that lines written at the end of the process are not lost.
    sync: true,
    minLength: 4_096,
    periodicFlush: 250,
    maxLength: 4 * 1024 * 1024,
  });
  output.on('error', () => undefined);
  // pino's own `flushSync` retries for ever, and blocks the process, while the disk is full. With `sync`, `flush` writes at once, too.
  output.flushSync = () => output.flush();
  process.on('exit', () => output.flushSync());
  return output;
}
