import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ReaderAnswer, ReaderCommand, StreamAddress } from './reader-messages.ts';

/** Open event streams, in a process of their own whose processor time is not that of the service. */
export type Readers = Awaited<ReturnType<typeof openReaders>>;

/** @throws Error with the reasons if a stream was refused. */
export async function openReaders(url: string, streams: readonly StreamAddress[]) {
  const child = fork(join(import.meta.dirname, 'reader-process.ts'), { serialization: 'advanced' });
  const close = async () => {
    if (child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill();
    await exit;
  };
  const { open, failures } = await ask(child, { name: 'open', port: Number(new URL(url).port), streams });
  if (open < streams.length) {
    await close();
    throw new Error(`${streams.length - open} event streams were not opened: ${JSON.stringify(failures)}`);
  }
  return {
    /** Forgets what was received so far. */
    begin: () => ask(child, { name: 'begin' }),
    /** How many messages were received since `begin`. */
    state: () => ask(child, { name: 'state' }),
    /** The state of the streams, with the messages since `begin`. */
    report: () => ask(child, { name: 'report' }),
    close,
  };
}

async function ask(child: ChildProcess, command: ReaderCommand): Promise<ReaderAnswer> {
  const answer = once(child, 'message');
  child.send(command);
  const [received] = (await answer) as [ReaderAnswer];
  return received;
}
