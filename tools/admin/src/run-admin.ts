import { Command, CommanderError } from 'commander';
import { addBackupCommands } from './commands/backup.ts';
import { addBusCommands } from './commands/bus.ts';
import { addConsumerCommands } from './commands/consumers.ts';
import { addDiagnosisCommands } from './commands/diagnosis.ts';
import { addDuplicatesFields } from './commands/duplicates-fields.ts';
import { addEraseCommands } from './commands/erase.ts';
import { addFieldCommands } from './commands/fields.ts';
import { addImportCsv } from './commands/import-csv.ts';
import { addImportReference } from './commands/import-reference.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLocationsFocus } from './commands/locations-focus.ts';
import { addLocationsImport } from './commands/locations-import.ts';
import { addMailCommands } from './commands/mails.ts';
import { addModuleCommands } from './commands/modules.ts';
import { addSearchCommands } from './commands/search.ts';
import { addSiteLinkCommands } from './commands/site-links.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addUserCommands } from './commands/users.ts';
import { explainError } from './explain-error.ts';
import { printError, type Terminal } from './terminal.ts';

const usageError = 2;

/** Runs the admin tool and returns its exit code: 0, 1 when the command failed, 2 for wrong usage. */
export async function runAdmin(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync([...args], { from: 'user' });
    return Number(terminal.exitCode ?? 0);
  } catch (error) {
    // Commander has already printed the message or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
    printError(terminal, explainError(error));
    return 1;
  }
}

const settings = `
Commands work on the instance that runs on DATA_DIR (default .local/data), or on the deployment that NATS_URL and
KEYRING_FILE name.`;

/** The commands of the tool. Throws a CommanderError for wrong usage. */
function program(terminal: Terminal): Command {
  const admin = new Command('admin')
    .description(
      'Shows the state of a Records Service, manages its users, keys, site links, mails, modules, duplicates, fields, places, search index, consumers of events and backups, imports data and erases persons.',
    )
    .addHelpText('after', settings)
    .exitOverride()
    // `backup` and `backup drill` have options of the same names.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .showHelpAfterError('(--help shows the usage)');
  addDiagnosisCommands(admin, terminal);
  addUserCommands(admin, terminal);
  addKeyCommands(admin, terminal);
  addModuleCommands(admin, terminal);
  const duplicates = admin.command('duplicates').description('duplicates: the fields that identify them');
  addDuplicatesFields(duplicates, terminal);
  addFieldCommands(admin, terminal);
  addSiteLinkCommands(admin, terminal);
  addWebhookCommands(admin, terminal);
  addMailCommands(admin, terminal);
  addSearchCommands(admin, terminal);
  const locations = admin.command('locations').description('the location grid: import, mapping focus');
  for (const add of [addLocationsImport, addLocationsFocus]) add(locations, terminal);
  addBusCommands(admin, terminal);
  addConsumerCommands(admin, terminal);
  addBackupCommands(admin, terminal);
  addEraseCommands(admin, terminal);
  const imports = admin
    .command('import')
    .description('import records from CSV files, or everything from another installation');
  for (const add of [addImportCsv, addImportReference]) add(imports, terminal);
  return admin;
}
