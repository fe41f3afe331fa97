import { runToEnd } from '@svc/local-stack';
import { readFuzzConfig } from './config.ts';
import { formatReport } from './format-report.ts';
import { runFuzz } from './run-fuzz.ts';

const report = (line: string) => console.error(line);

await runToEnd(async () => {
  const config = readFuzzConfig();
  console.log(`${config.requests} requests, --seed ${config.seed}`);
  const result = await runFuzz(config, report);
  console.log(`\n${formatReport(result)}`);
  if (result.violations.length > 0) process.exitCode = 1;
}, report);
