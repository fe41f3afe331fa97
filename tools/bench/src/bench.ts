import { runToEnd, startGuard, type Report } from '@svc/local-stack';
import { readBenchConfig } from './config.ts';
import { runBench } from './run-bench.ts';
import { formatMemory } from './table/format-memory.ts';
import { failureLines, formatTable } from './table/format-table.ts';
import { appendHistory, formatComparison, readEarlier } from './table/history.ts';

let lastLine = '';
const report: Report = (line) => {
  // Many requests in a row may fail with the same message.
  if (line !== lastLine) console.error(line);
  lastLine = line;
};

await runToEnd(main, report);

async function main(): Promise<void> {
  const config = readBenchConfig();
  const earlier = config.compare === undefined ? undefined : readEarlier(config.compare);
  const guard = await startGuard();
  const result = await runBench(config, { guard, report }).finally(() => guard.close());
  const { size, rounds, seconds, machine, memory, rows } = result;
  if (config.json) console.log(JSON.stringify(result, null, 2));
  else {
    const amount = `${size.contacts} contacts, ${size.groups} groups, ${size.users} users`;
    console.log(`\n${amount}; ${config.concurrency} at a time, ${rounds} × ${seconds} s each; ${machine}\n`);
    if (rows.length > 0) console.log(`${formatTable(rows)}\n`);
    console.log(formatMemory(memory));
  }
  // With --json, standard output is reserved for the document.
  const show = config.json ? report : console.log;
  if (earlier) show(`\n${formatComparison(earlier.rows, rows)}`);
  if (config.history !== undefined) appendHistory(config.history, result, new Date());
  if (failureLines(rows).length > 0) process.exitCode = 1;
}
