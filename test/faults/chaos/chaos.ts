import { runToEnd } from '@svc/local-stack';
import { readChaosConfig } from './config.ts';
import { formatChaos } from './format-chaos.ts';
import { runChaos } from './run-chaos.ts';

const report = (line: string) => console.error(line);

await runToEnd(async () => {
  const config = readChaosConfig();
  console.log(`Chaos for ${config.minutes} minutes, --seed ${config.seed}`);
  const result = await runChaos(config, report);
  console.log(`\n${formatChaos(result)}`);
  if (result.broken.length > 0 || result.undetected.length > 0) process.exitCode = 1;
}, report);
