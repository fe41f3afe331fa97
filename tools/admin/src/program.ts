import { Command } from 'commander';
import { addBackupCommands } from './commands/backup.ts';
import { addBusCommands } from './commands/bus.ts';
import { addDiagnosisCommands } from './commands/diagnosis.ts';
import { addDuplicatesFields } from './commands/duplicates-fields.ts';
import { addEraseCommands } from './commands/erase.ts';
import { addImportCsv } from './commands/import-csv.ts';
import { addImportReference } from './commands/import-reference.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLocationsFocus } from './commands/locations-focus.ts';
import { addLocationsImport } from './commands/locations-import.ts';
import { addMailCommands } from './commands/mails.ts';
import { addModuleCommands } from './commands/modules.ts';
import { addSearchCheck } from './commands/search-check.ts';
import { addSearchReindex } from './commands/search-reindex.ts';
import { addSearchStatus } from './commands/search-status.ts';
import { addSiteLinkCommands } from './commands/site-links.ts';
import { addUserCommands } from './commands/users.ts';
import type { Terminal } from './terminal.ts';

const settings = `
Which deployment: the instance that runs on DATA_DIR (default .local/data), or, where NATS_URL and KEYRING_FILE are
set, the one they lead to.`;

/** The commands of the tool. Throws a CommanderError for wrong usage. */
export function program(terminal: Terminal): Command {
  const admin = new Command('admin')
    .description(
      'Shows the state of a Records Service, and manages its users, keys, site links, mails, modules, duplicates, places, search index and backups, and the erasing of persons.',
    )
    .addHelpText('after', settings)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .showHelpAfterError('(--help shows what is possible)');
  addDiagnosisCommands(admin, terminal);
  addUserCommands(admin, terminal);
  addKeyCommands(admin, terminal);
  addModuleCommands(admin, terminal);
  const duplicates = admin.command('duplicates').description('duplicates: which fields make them');
  addDuplicatesFields(duplicates, terminal);
  addSiteLinkCommands(admin, terminal);
  addMailCommands(admin, terminal);
  const search = admin.command('search').description('the search index: rebuild, watch, check it');
  for (const add of [addSearchReindex, addSearchStatus, addSearchCheck]) add(search, terminal);
  const locations = admin
    .command('locations')
    .description('the location grid: import it, and the mapping focus');
  for (const add of [addLocationsImport, addLocationsFocus]) add(locations, terminal);
  addBusCommands(admin, terminal);
  addBackupCommands(admin, terminal);
  addEraseCommands(admin, terminal);
  const imports = admin
    .command('import')
    .description('import records from CSV files, or everything from another installation');
  for (const add of [addImportCsv, addImportReference]) add(imports, terminal);
  return admin;
}
