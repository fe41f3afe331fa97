import { readFuzzConfig } from './config.ts';
import { formatReport } from './format-report.ts';
import { runFuzz } from './run-fuzz.ts';

const interrupted = 130;

// The guard ends all started processes as soon as this one is gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(interrupted));
process.on('disconnect', () => process.exit(interrupted));

try {
  const config = readFuzzConfig();
  console.log(`${config.requests} requests, --seed ${config.seed}`);
  const result = await runFuzz(config, (line) => console.error(line));
  console.log(`\n${formatReport(result)}`);
  if (result.violations.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// An open channel to the parent process would keep this one alive.
process.removeAllListeners('disconnect');
if (process.connected) process.disconnect();
