import { runToEnd } from '@svc/local-stack';
import { readStormConfig } from './config.ts';
import { formatStorm } from './format-storm.ts';
import { runStorm } from './run-storm.ts';

const report = (line: string) => console.error(line);

await runToEnd(async () => {
  const config = readStormConfig();
  console.log(`A storm of ${config.minutes} minutes, --seed ${config.seed}`);
  const result = await runStorm(config, { report });
  console.log(`\n${formatStorm(result)}`);
  if (result.broken.length > 0) process.exitCode = 1;
}, report);
