import { Command, CommanderError, Help } from 'commander';
import { printError, type Terminal } from './terminal.ts';

const usageError = 2;

/** Runs the admin tool and returns its exit code: 0, 1 when the command failed, 2 for wrong usage. */
export async function runAdmin(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await (await program(args, terminal)).parseAsync([...args], { from: 'user' });
    return Number(terminal.exitCode ?? 0);
  } catch (error) {
    // Commander has already printed the message or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
    const { explainError } = await import('./explain-error.ts');
    printError(terminal, explainError(error));
    return 1;
  }
}

const settings = `
Commands work on the instance that runs on DATA_DIR (default .local/data), or on the deployment that NATS_URL and
KEYRING_FILE name.`;

type Define = (command: Command, terminal: Terminal) => void;

/** The commands, with what defines their options and subcommands. Each is loaded when it is called, because all together take a second. */
const commands: readonly (readonly [name: string, description: string, load: () => Promise<Define>])[] = [
  [
    'status',
    'show the state, version, backlog and disk of each part',
    async () => (await import('./commands/diagnosis.ts')).defineStatus,
  ],
  [
    'doctor',
    'list the problems of a deployment and their remedies',
    async () => (await import('./commands/diagnosis.ts')).defineDoctor,
  ],
  ['user', 'users: create, list, change', async () => (await import('./commands/users.ts')).addUserCommands],
  [
    'keys',
    'keys of services and logins: create, rotate',
    async () => (await import('./commands/keys.ts')).addKeyCommands,
  ],
  [
    'audit',
    'the audit log: export, verify',
    async () => (await import('./commands/audit.ts')).addAuditCommands,
  ],
  [
    'modules',
    'modules: list, enable, disable',
    async () => (await import('./commands/modules.ts')).addModuleCommands,
  ],
  [
    'duplicates',
    'duplicates: the fields that identify them',
    async () => (await import('./commands/duplicates-fields.ts')).addDuplicatesFields,
  ],
  [
    'fields',
    'fields whose type has changed: former, convert',
    async () => (await import('./commands/fields.ts')).addFieldCommands,
  ],
  [
    'site-link',
    'site links: create, list, rotate, delete',
    async () => (await import('./commands/site-links.ts')).addSiteLinkCommands,
  ],
  [
    'webhook',
    'webhooks: create, list, pause, activate, delete, rotate, test, deliveries, redeliver',
    async () => (await import('./commands/webhooks.ts')).addWebhookCommands,
  ],
  ['mail', 'mails: list, show, retry', async () => (await import('./commands/mails.ts')).addMailCommands],
  [
    'search',
    'the search index: rebuild, status, check',
    async () => (await import('./commands/search.ts')).addSearchCommands,
  ],
  [
    'locations',
    'the location grid: import, mapping focus',
    async () => (await import('./commands/locations.ts')).addLocationCommands,
  ],
  ['bus', 'NATS: user permissions, streams', async () => (await import('./commands/bus.ts')).addBusCommands],
  [
    'consumer',
    'consumers of events: list all, give external ones access, remove unused ones',
    async () => (await import('./commands/consumers.ts')).addConsumerCommands,
  ],
  [
    'dead-letter',
    'messages that consumers could not handle: list, replay, drop',
    async () => (await import('./commands/dead-letters.ts')).addDeadLetterCommands,
  ],
  [
    'backup',
    'write an encrypted, consistent snapshot of all stored data',
    async () => (await import('./commands/backup.ts')).defineBackup,
  ],
  [
    'restore',
    'restore a backup into an empty installation whose services are stopped',
    async () => (await import('./commands/backup.ts')).defineRestore,
  ],
  [
    'erase',
    'persons: erase one permanently, list the erased',
    async () => (await import('./commands/erase.ts')).addEraseCommands,
  ],
  [
    'import',
    'import records from CSV files, or everything from another installation',
    async () => (await import('./commands/imports.ts')).addImportCommands,
  ],
];

/** The commands of the tool; those that `args` do not name have no options. Throws a CommanderError for wrong usage. */
async function program(args: readonly string[], terminal: Terminal): Promise<Command> {
  const admin = new Command('admin')
    .description(
      'Shows the state of a Records Service, manages its users, keys, audit log, site links, mails, modules, duplicates, fields, places, search index, consumers of events, dead letters and backups, imports data and erases persons.',
    )
    .addHelpText('after', settings)
    .exitOverride()
    // `backup` and `backup drill` have options of the same names.
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .showHelpAfterError('(--help shows the usage)');
  for (const [name, description, load] of commands) {
    const command = admin.command(name).description(description);
    // Subcommands are shown with their options.
    command.configureHelp({ subcommandTerm: new Help().subcommandTerm });
    if (args.includes(name)) (await load())(command, terminal);
  }
  return admin;
}
