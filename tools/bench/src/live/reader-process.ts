import { createConnection, type Socket } from 'node:net';
import { clockMs, type ReaderAnswer, type ReaderCommand, type StreamAddress } from './reader-messages.ts';

/**
 * The process of the readers: event streams over plain sockets, which cost little processor time beside that of the gateway. It ends with the
 * benchmark.
 */
const sockets = new Set<Socket>();
const failures: Record<string, number> = {};
let received: Record<string, number[]> = {};
let events = 0;
let heartbeats = 0;

/** Streams that are opened at the same time. */
const inParallel = 50;

process.on('disconnect', () => process.exit());
process.on('message', (command: ReaderCommand) => {
  void answerTo(command).then((answer) => process.send?.(answer));
});

async function answerTo(command: ReaderCommand): Promise<ReaderAnswer> {
  if (command.name === 'open') await openAll(command);
  if (command.name === 'begin') {
    received = {};
    events = 0;
    heartbeats = 0;
  }
  return {
    open: sockets.size,
    failures,
    events,
    heartbeats,
    received: command.name === 'report' ? received : {},
  };
}

async function openAll({ port, streams }: Extract<ReaderCommand, { name: 'open' }>): Promise<void> {
  const waiting = streams.values();
  await Promise.all(
    Array.from({ length: inParallel }, async () => {
      for (const stream of waiting) await openOne(port, stream);
    }),
  );
}

/** Opens a stream; resolves with its first message, or when it has failed. */
function openOne(port: number, { path, token }: StreamAddress): Promise<void> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
    let isOpen = false;
    let rest = '';
    let last = '';
    const close = (reason: string) => {
      resolve();
      if (isOpen) sockets.delete(socket);
      failures[reason] = (failures[reason] ?? 0) + 1;
    };
    const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nConnection: close\r\n${authorization}\r\n`,
    );
    socket.on('data', (chunk) => {
      const text = rest + chunk.toString('latin1');
      last = text;
      if (isOpen) {
        rest = take(text);
        return;
      }
      rest = text;
      if (!text.includes(': connected\n')) {
        if (!text.startsWith('HTTP/1.1 200')) socket.destroy();
        return;
      }
      isOpen = true;
      rest = '';
      sockets.add(socket);
      resolve();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const reason = /event: end\ndata: {"reason":"(\w+)"/.exec(last)?.[1];
      close(reason ?? (isOpen ? 'stream closed' : `stream refused: ${rest.slice(9, 12)}`));
    });
  });
}

/** Notes the complete messages in a text, and returns the rest of it. */
function take(text: string): string {
  const end = text.lastIndexOf('\n\n');
  if (end < 0) return text;
  const at = clockMs();
  for (const [found, recordId, version] of text.slice(0, end).matchAll(message)) {
    if (found === ': heartbeat') heartbeats += 1;
    else {
      events += 1;
      (received[`${recordId}/${version}`] ??= []).push(at);
    }
  }
  return text.slice(end);
}

/** The gateway writes each message in one piece. */
const message = /: heartbeat|event: record\.\w+\ndata: {"post_type":"\w+","record_id":(\d+),"version":(\d+)/g;
