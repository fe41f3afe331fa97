import type { Command } from 'commander';
import { readAdminConfig } from '../config.ts';
import { collectFacts, type Facts } from '../diagnosis/collect-facts.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import type { Finding } from '../diagnosis/rule.ts';
import { jobsOverview, jobsTable, overview, overviewTable } from '../diagnosis/overview.ts';
import { explainError } from '../explain-error.ts';
import { withDeployment } from '../services.ts';
import { printError, printLine, type Terminal } from '../terminal.ts';

/** Exit codes of both commands; 0 when there is no problem. */
const somethingIsWrong = 1;
const couldNotAsk = 2;

interface Options {
  readonly json?: true;
}

const exitCodes =
  '\nExit codes: 0 all is well, 1 at least one problem or degraded state, 2 the deployment cannot be reached.';

export function defineStatus(status: Command, terminal: Terminal): void {
  status
    .option('--json', 'print {"state":…,"parts":[…],"jobs":[…],"findings":[…]}')
    .addHelpText('after', exitCodes)
    .action(({ json }: Options) =>
      examine(terminal, (facts, findings) => {
        const parts = overview(facts);
        const jobs = jobsOverview(facts);
        const state = stateOf(findings);
        if (json) return JSON.stringify({ state, parts, jobs, findings });
        return statusText([overviewTable(parts), jobsTable(jobs)], findings);
      }),
    );
}

export function defineDoctor(doctor: Command, terminal: Terminal): void {
  doctor
    .option('--json', 'print a JSON array of the findings')
    .addHelpText('after', exitCodes)
    .action(({ json }: Options) =>
      examine(terminal, (facts, findings) =>
        json ? JSON.stringify(findings) : findingsText(findings, jobsTable(jobsOverview(facts))),
      ),
    );
}

async function examine(
  terminal: Terminal,
  inWords: (facts: Facts, findings: readonly Finding[]) => string,
): Promise<void> {
  try {
    const facts = await withDeployment(readAdminConfig(terminal.env), collectFacts);
    const findings = diagnose(facts);
    printLine(terminal, inWords(facts, findings));
    if (stateOf(findings) !== 'well') terminal.exitCode = somethingIsWrong;
  } catch (error) {
    printError(terminal, explainError(error));
    terminal.exitCode = couldNotAsk;
  }
}

function stateOf(findings: readonly Finding[]): 'wrong' | 'degraded' | 'well' {
  const has = (wanted: Finding['severity']) => findings.some(({ severity }) => severity === wanted);
  return has('problem') ? 'wrong' : has('degraded') ? 'degraded' : 'well';
}

function statusText(tables: readonly string[], findings: readonly Finding[]): string {
  const problems = findings.filter(({ severity }) => severity === 'problem' || severity === 'degraded');
  const others = findings.length - problems.length;
  const more = `${others} ${others === 1 ? 'other finding' : 'other findings'}`;
  return [
    ...tables.flatMap((each) => (each === '' ? [] : [each, ''])),
    ...problems.map(({ severity, what }) => `${severity}: ${what}`),
    problems.length > 0 ? `${more}. For the remedies, run: npm run admin -- doctor` : `No problems, ${more}.`,
  ].join('\n');
}

function findingsText(findings: readonly Finding[], jobs: string): string {
  const lines = findings.map(
    ({ code, severity, what, todo }) => `${severity}: ${what} (${code})\n    ${todo}`,
  );
  const text = lines.length === 0 ? 'No problems found.' : lines.join('\n');
  return jobs === '' ? text : `${text}\n\n${jobs}`;
}
