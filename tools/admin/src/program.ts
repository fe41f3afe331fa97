import { Command } from 'commander';
import { addBusPermissions } from './commands/bus-permissions.ts';
import { addBusStreams } from './commands/bus-streams.ts';
import { addDuplicatesFields } from './commands/duplicates-fields.ts';
import { addKeysCreate } from './commands/keys-create.ts';
import { addKeysRotateBus } from './commands/keys-rotate-bus.ts';
import { addKeysRotate } from './commands/keys-rotate.ts';
import { addLocationsFocus } from './commands/locations-focus.ts';
import { addLocationsImport } from './commands/locations-import.ts';
import { addMailList } from './commands/mail-list.ts';
import { addMailRetry } from './commands/mail-retry.ts';
import { addMailShow } from './commands/mail-show.ts';
import { addModulesList } from './commands/modules-list.ts';
import { addModulesSwitch } from './commands/modules-switch.ts';
import { addSearchCheck } from './commands/search-check.ts';
import { addSearchReindex } from './commands/search-reindex.ts';
import { addSearchStatus } from './commands/search-status.ts';
import { addSiteLinkCreate } from './commands/site-link-create.ts';
import { addSiteLinkDelete } from './commands/site-link-delete.ts';
import { addSiteLinkList } from './commands/site-link-list.ts';
import { addSiteLinkRotate } from './commands/site-link-rotate.ts';
import { addUserCreate } from './commands/user-create.ts';
import { addUserDisable } from './commands/user-disable.ts';
import { addUserList } from './commands/user-list.ts';
import { addUserSetPassword } from './commands/user-set-password.ts';
import { addUserSetRoles } from './commands/user-set-roles.ts';
import type { Terminal } from './terminal.ts';

const settings = `
Which deployment: the instance that runs on DATA_DIR (default .local/data), or, where NATS_URL and KEYRING_FILE are
set, the one they lead to.`;

/** The commands of the tool. Wrong usage is thrown as a CommanderError. */
export function program(terminal: Terminal): Command {
  const admin = new Command('admin')
    .description(
      'Looks after the users, keys, site links, mails, modules, duplicates, places and search index of a Records Service.',
    )
    .addHelpText('after', settings)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .showHelpAfterError('(--help shows what is possible)');
  const user = admin.command('user').description('users: create, list, change');
  const keys = admin.command('keys').description('keys: of the services, and of logins');
  for (const add of [addUserCreate, addUserList, addUserSetPassword, addUserSetRoles, addUserDisable])
    add(user, terminal);
  for (const add of [addKeysCreate, addKeysRotate, addKeysRotateBus]) add(keys, terminal);
  const modules = admin.command('modules').description('modules: list, switch on and off');
  for (const add of [addModulesList, addModulesSwitch]) add(modules, terminal);
  const duplicates = admin.command('duplicates').description('duplicates: which fields make them');
  addDuplicatesFields(duplicates, terminal);
  const siteLink = admin.command('site-link').description('site links: create, list, new tokens, delete');
  for (const add of [addSiteLinkCreate, addSiteLinkList, addSiteLinkRotate, addSiteLinkDelete])
    add(siteLink, terminal);
  const mail = admin.command('mail').description('mails: list, show, try again');
  for (const add of [addMailList, addMailShow, addMailRetry]) add(mail, terminal);
  const search = admin.command('search').description('the search index: rebuild, watch, check it');
  for (const add of [addSearchReindex, addSearchStatus, addSearchCheck]) add(search, terminal);
  const locations = admin
    .command('locations')
    .description('the location grid: import it, and the mapping focus');
  for (const add of [addLocationsImport, addLocationsFocus]) add(locations, terminal);
  const bus = admin.command('bus').description('NATS: permissions of its users, and the streams');
  for (const add of [addBusPermissions, addBusStreams]) add(bus, terminal);
  return admin;
}
