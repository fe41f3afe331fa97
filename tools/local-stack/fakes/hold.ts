// Starts programs under a guard and waits: for a test that kills the process that owns the guard.
import { startGuard } from '../src/processes/guard.ts';

const guard = await startGuard(1);
const env = { PATH: '/usr/bin:/bin' };
const children = await Promise.all(
  process.argv.slice(2).map((command) => guard.spawn({ file: '/bin/sh', args: ['-c', command], env })),
);
console.log(JSON.stringify({ guard: guard.pid, children: children.map(({ pid }) => pid) }));
setInterval(() => {}, 60_000);
