import type { Command } from 'commander';
import { usersCreate } from '@svc/contracts';
import { readAdminConfig } from '../config.ts';
import { readPassword } from '../read-password.ts';
import { withServices } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';

interface Options {
  readonly username: string;
  readonly email: string;
  readonly displayName: string;
  readonly role: string[];
  readonly password: string;
  readonly locale?: string;
  readonly json?: true;
}

/** `user create`: prints the ids of the user and its contact. */
export function addUserCreate(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('create a user, and the contact that represents it')
    .requiredOption('--username <name>', 'what the user logs in with')
    .requiredOption('--email <address>', 'e-mail address; the user may log in with it too')
    .requiredOption('--display-name <name>', 'how the user is shown to others')
    .requiredOption('--role <role...>', 'what the user may do; several are possible')
    .requiredOption('--password <password>', 'at least 10 characters; - reads a line from standard input')
    .option('--locale <locale>', 'language of the user, for example fr_FR')
    .option('--json', 'print {"id":…,"corresponds_to_contact":…}')
    .action(async (options: Options) => createUser(options, terminal));
}

async function createUser(options: Options, terminal: Terminal): Promise<void> {
  const { username, email, displayName, role: roles, locale } = options;
  const password = await readPassword(options.password, terminal);
  const created = await withServices(readAdminConfig(terminal.env), (ask) =>
    ask(usersCreate, { username, email, display_name: displayName, roles, password, locale }),
  );
  const contact =
    created.corresponds_to_contact === null
      ? 'its contact follows as soon as the records service gets to it'
      : `its contact is ${created.corresponds_to_contact}`;
  const text = `Created user ${created.id} (${username}); ${contact}.`;
  printLine(terminal, options.json ? JSON.stringify(created) : text);
}
