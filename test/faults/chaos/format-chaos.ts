import { table } from '@svc/admin/table';
import type { ChaosReport, Row } from './run-chaos.ts';
import { shares } from './tally.ts';

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
const percent = (share: number) => `${(share * 100).toFixed(3)} %`;

/** The figures of a chaos run as text: a row for each experiment, the checks at the end, and the broken promises. */
export function formatChaos(report: ChaosReport): string {
  const { rows, skipped, ledger, checks, findings, deadLetters, undetected, broken } = report;
  const { answered, answeredAtOnce } = shares(rows.map(({ tally }) => tally));
  const reads = rows.reduce((sum, { tally }) => sum + tally.reads, 0);
  const writes = [...ledger.acknowledged].map(([kind, count]) => `${kind} ${count}`).join(', ');
  return [
    formatRows(rows),
    ...skipped.map((name) => `Not run, because mounting a file system needs root: ${name}`),
    `${reads} reads: ${percent(answered)} answered, ${percent(answeredAtOnce)} at the first gateway`,
    ...rows.flatMap(({ tally }) =>
      [...tally.reasons].map(([reason, count]) => `  ${tally.name}: ${count} × ${reason}`),
    ),
    `${ledger.count} acknowledged writes: ${writes}`,
    `${ledger.repeats} repeats; the longest write took ${seconds(ledger.longestMs)} s with its repeats`,
    `Checked afterwards: ${checks.contacts} contacts with history, comments, connections, shares and events; ` +
      `${checks.notified} mentions; ${checks.indexed} documents of the search index`,
    `Findings of doctor afterwards: ${findings.map(({ severity, what }) => `${severity}: ${what}`).join('; ') || 'none'}`,
    ...deadLetters.map((text) => `  dead letters: ${text}`),
    undetected.length === 0
      ? 'The same checks found each change of a falsified ledger.'
      : `The checks have not found these changes of a falsified ledger: ${undetected.join()}`,
    broken.length === 0
      ? 'Every promise was kept.'
      : `${broken.length} broken promises:\n${broken.slice(0, 50).join('\n')}`,
  ].join('\n');
}

function formatRows(rows: readonly Row[]): string {
  const cells = rows.map(({ tally, milliseconds, remark, writes, recoveredMs, settledMs, broken }) => [
    tally.name,
    seconds(milliseconds),
    String(tally.answered),
    String(tally.failedOnce),
    String(tally.failed),
    seconds(tally.longestGapMs),
    seconds(tally.slowestMs),
    String(writes),
    seconds(recoveredMs),
    seconds(settledMs),
    broken === 0 ? 'kept' : `${broken} broken`,
    remark,
  ]);
  return table([header, ...cells]);
}

/** Times are in seconds. */
const header = [
  'experiment',
  'duration',
  'answered',
  'repeated',
  'failed',
  'longest gap',
  'slowest',
  'writes',
  'recovered',
  'settled',
  'promises',
  'remark',
];
