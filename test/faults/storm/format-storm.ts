import { writeKinds } from './ledger.ts';
import type { StormReport } from './run-storm.ts';

/** The figures of a storm as text, and the broken promises. */
export function formatStorm({ ledger, faults, checks, broken }: StormReport): string {
  const targets = [...new Set(faults.map(({ target }) => target))].sort();
  const countOf = (target: string, kind: string) =>
    faults.filter((fault) => fault.target === target && fault.kind === kind).length;
  const total = (kind: string) => faults.filter((fault) => fault.kind === kind).length;
  const writes = writeKinds.map((kind) => `${kind} ${ledger.acknowledged.get(kind) ?? 0}`);
  return [
    `${total('kill')} kills and ${total('freeze')} freezes:`,
    ...targets.map((name) => `  ${name}: ${countOf(name, 'kill')} kills, ${countOf(name, 'freeze')} freezes`),
    `${ledger.count} acknowledged writes: ${writes.join(', ')}`,
    `${ledger.repeats} repeats; the longest write took ${(ledger.longestMs / 1000).toFixed(1)} s with its repeats`,
    `${ledger.reads} reads during the storm, right after the write that they show`,
    `Checked afterwards: ${checks.contacts} contacts with history, comments, connections, shares and events; ` +
      `${checks.notified} mentions; ${checks.indexed} documents of the search index`,
    broken.length === 0
      ? 'Every promise was kept.'
      : `${broken.length} broken promises:\n${broken.slice(0, 50).join('\n')}`,
  ].join('\n');
}
