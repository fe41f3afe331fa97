import { readFuzzConfig } from './config.ts';
import { formatReport } from './format-report.ts';
import { runFuzz } from './run-fuzz.ts';

const interrupted = 130;

// What runs is ended by the guard as soon as this process is gone.
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
// The channel to the process that started this one would keep it alive.
process.removeAllListeners('disconnect');
if (process.connected) process.disconnect();
