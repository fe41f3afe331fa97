import { writeSync } from 'node:fs';
import { Session, type Debugger } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { blockedReport, type BlockedReport } from './blocked-report.ts';

/** After this many milliseconds the extension that blocks the event loop is named. */
const namedMs = 1_000;
/** After this many milliseconds the process ends: less than supervisors wait after SIGTERM, which a blocked event loop does not receive. */
const endMs = 15_000;
/** How long the last report may take, in milliseconds. */
const reportMs = 1_000;

const { beats, beatMs } = workerData as { beats: Int32Array; beatMs: number };

await watch();

/**
 * Counts its own rounds in which the event loop showed no beat, and not the time: while the whole process is frozen, nobody is to blame for
 * missing beats.
 */
async function watch(): Promise<never> {
  let last = -1;
  let missed = 0;
  for (;;) {
    await delay(beatMs);
    const now = Atomics.load(beats, 0);
    missed = now === last ? missed + 1 : 0;
    last = now;
    const blockedMs = missed * beatMs;
    if (blockedMs === namedMs) void report({ blockedMs, isLast: false }).catch(() => undefined);
    if (blockedMs >= endMs) await end(blockedMs);
  }
}

async function end(blockedMs: number): Promise<void> {
  await Promise.race([report({ blockedMs, isLast: true }), delay(reportMs)]).catch(() => undefined);
  writeSync(2, `The event loop was blocked for ${blockedMs / 1_000} s; the process ends.\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** Has the watched thread report, in between two statements of the code that blocks it: only there its asynchronous context is known. */
async function report({ blockedMs, isLast }: Omit<BlockedReport, 'at'>): Promise<void> {
  const session = new Session();
  session.connectToMainThread();
  try {
    const before = Atomics.load(beats, 0);
    const paused = new Promise<Debugger.CallFrame[]>((resolve) =>
      session.once('Debugger.paused', ({ params }) => resolve(params.callFrames)),
    );
    const urls = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params }) => void urls.set(params.scriptId, params.url));
    await session.post('Debugger.enable');
    await session.post('Debugger.pause');
    const frames = await paused;
    const [top] = frames;
    // A call of native code cannot be paused. When it is over, other code may run.
    if (!top || Atomics.load(beats, 0) !== before) return;
    const urlOf = ({ location }: Debugger.CallFrame) => urls.get(location.scriptId) ?? '';
    const running = frames.find((frame) => !urlOf(frame).startsWith('node:')) ?? top;
    const { functionName, location } = running;
    const at = `${functionName || 'a function'} (${urlOf(running)}:${location.lineNumber + 1})`;
    const blocked: BlockedReport = { blockedMs, at, isLast };
    // Frames of Node itself may belong to a context without the usual globals.
    await session.post('Debugger.evaluateOnCallFrame', {
      callFrameId: running.callFrameId,
      expression: `globalThis[Symbol.for(${JSON.stringify(Symbol.keyFor(blockedReport))})](${JSON.stringify(blocked)})`,
    });
  } finally {
    // The watched thread continues as soon as no session debugs it.
    session.disconnect();
  }
}
