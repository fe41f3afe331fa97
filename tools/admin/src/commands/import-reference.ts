import { resolve } from 'node:path';
import { isAllowable } from '@svc/service-kit/http-client';
import { InvalidArgumentError, type Command } from 'commander';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig } from '../config.ts';
import { isComplete } from '../moving-in/declarations.ts';
import { moveIn, type MovedIn } from '../moving-in/move-in.ts';
import { ProgressReport } from '../progress.ts';
import { readPassword } from '../read-password.ts';
import { withDeployment } from '../services.ts';
import { table } from '../table.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface Options {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly passwords?: string;
  readonly dir: string;
  readonly concurrency: number;
  readonly fileHost?: readonly string[];
  readonly allowHttp?: true;
  readonly skipMissing?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

const numberOf = wholeNumber(1, 32, 'Must be a whole number from 1 to 32.');

export function addImportReference(parent: Command, terminal: Terminal): void {
  parent
    .command('reference')
    .description(
      'import another installation (Disciple.Tools, or this service) through its API; see docs/operations/moving-in.md',
    )
    .requiredOption(
      '--url <address>',
      'address of the source, for example https://crm.example.org',
      addressOf,
    )
    .requiredOption('--user <name>', 'user name of an administrator of the source')
    .requiredOption('--password <password>', 'password of that user; - reads it from standard input')
    .option(
      '--passwords <file>',
      'CSV file with the columns ID and user_pass: hashes of the passwords of users',
    )
    .option(
      '--dir <directory>',
      'directory for checkpoint, reports, list of ids and declarations',
      'moving-in',
    )
    .option('--concurrency <number>', 'number of simultaneous reads', numberOf, 4)
    .option('--file-host <host...>', 'private hosts from which pictures may be downloaded', hostsOf)
    .option('--allow-http', 'send the password without TLS to an http:// address')
    .option('--skip-missing', 'leave out data that is not declared here, instead of stopping')
    .option('--dry-run', 'read and compare without writing to this installation')
    .option('--json', 'print {"done":{…},"report":{…},"left_out":FILE}')
    .action((options: Options) => importReference(options, terminal));
}

async function importReference(options: Options, terminal: Terminal): Promise<void> {
  const { url, user: username, concurrency, fileHost: fileHosts = [] } = options;
  if (url.startsWith('http:') && !options.allowHttp)
    throw new AdminError(
      `${url} has no TLS: others on the network could read the password. Use its https address, or --allow-http in a private network.`,
    );
  const password = await readPassword(options.password, terminal);
  const progress = new ProgressReport(terminal);
  const moved = await withDeployment(readAdminConfig(terminal.env), ({ ask }) =>
    moveIn(ask, progress, {
      account: { url, username, password, fileHosts },
      directory: resolve(options.dir),
      concurrency,
      skipMissing: options.skipMissing === true,
      isDryRun: options.dryRun === true,
      passwords: options.passwords,
    }),
  );
  const json = () =>
    JSON.stringify({ done: moved.done, report: moved.report.counts(), left_out: moved.leftOut.file });
  printLine(terminal, options.json ? json() : inWords(moved, options));
}

function inWords({ done, report, leftOut, missing }: MovedIn, { dryRun, dir, url }: Options): string {
  const counts = Object.entries(done).map(([what, number]) => [String(number), what]);
  const declared = isComplete(missing)
    ? []
    : [`Missing declarations: see ${resolve(dir, 'declarations.mjs')}.`];
  const conflicts = missing.conflicts.map((each) => `Conflicting type: ${each}.`);
  return [
    dryRun ? 'Nothing was written. The source has:' : `Imported from ${url}:`,
    dryRun ? table(counts) : report.inWords(),
    ...declared,
    ...conflicts,
    ...(dryRun ? [] : [leftOut.summary()]),
    `Items that were left out: ${leftOut.file}`,
    ...(dryRun ? [] : [`Ids here by those at the source: ${resolve(dir, 'ids.csv')}`]),
  ].join('\n');
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === ''
  )
    return `${url.origin}${url.pathname}`.replace(/\/(wp-json\/?)?$/, '');
  throw new InvalidArgumentError(
    'Must be an http or https address such as https://crm.example.org, without user, password or query.',
  );
}

function hostsOf(host: string, before: readonly string[] = []): readonly string[] {
  if (isAllowable(host)) return [...before, host];
  throw new InvalidArgumentError('Must be a host name, an IP address or a network such as 10.1.0.0/16.');
}
