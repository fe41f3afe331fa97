// The health check of a service's container in compose.yaml: healthy while /readyz answers 200. Docker restarts a container that ends and no
// other, so a process that does not answer at all is killed here. A refused connection is a process that starts or ends: it is left alone.
import { readdirSync, readFileSync } from 'node:fs';

const [entry = '/app/main.mjs', port = '9464', hungMs = '20000'] = process.argv.slice(2);

try {
  const signal = AbortSignal.timeout(Number(hungMs));
  const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
  process.exit(ok ? 0 : 1);
} catch (error) {
  if (error.name === 'TimeoutError') for (const pid of pidsOf(entry)) process.kill(pid, 'SIGKILL');
  process.exit(1);
}

/** The processes that run a file, found in /proc. */
function pidsOf(file) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => argumentsOf(pid).at(-1) === file)
    .map(Number);
}

function argumentsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  } catch {
    // It has ended since.
    return [];
  }
}
