import type { Command } from 'commander';
import {
  usersCreate,
  usersResetSecondFactor,
  usersAdminList,
  type AdminUser,
  usersSetPassword,
  usersSetRoles,
  usersDisable,
} from '@svc/contracts';
import { readPassword } from '../read-password.ts';
import { printAnswer } from '../services.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export function addUserCommands(user: Command, terminal: Terminal): void {
  for (const add of [
    addUserCreate,
    addUserList,
    addUserSetPassword,
    addUserSetRoles,
    addUserResetSecondFactor,
    addUserDisable,
  ])
    add(user, terminal);
}

interface CreateOptions {
  readonly username: string;
  readonly email: string;
  readonly displayName: string;
  readonly role: string[];
  readonly password: string;
  readonly locale?: string;
  readonly json?: true;
}

function addUserCreate(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('create a user, and the contact that represents them')
    .requiredOption('--username <name>', 'name with which the user logs in')
    .requiredOption('--email <address>', 'e-mail address; the user may log in with it too')
    .requiredOption('--display-name <name>', 'name shown to other users')
    .requiredOption('--role <role...>', 'roles of the user, one or more')
    .requiredOption('--password <password>', 'at least 10 characters; - reads it from standard input')
    .option('--locale <locale>', 'language of the user, for example fr_FR')
    .option('--json', 'print {"id":…,"corresponds_to_contact":…}')
    .action(async (options: CreateOptions) => createUser(options, terminal));
}

async function createUser(options: CreateOptions, terminal: Terminal): Promise<void> {
  const { username, email, displayName, role: roles, locale } = options;
  const password = await readPassword(options.password, terminal);
  return printAnswer(terminal, options, {
    work: (ask) => ask(usersCreate, { username, email, display_name: displayName, roles, password, locale }),
    inWords: ({ id, corresponds_to_contact: contact }) => {
      const what =
        contact === null ? 'the records service creates its contact later' : `its contact is ${contact}`;
      return `Created user ${id} (${username}); ${what}.`;
    },
  });
}

const heading = ['ID', 'USERNAME', 'E-MAIL', 'NAME', 'ROLES', 'CONTACT', 'STATE'];

function addUserList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list all users')
    .option('--json', 'print a JSON array')
    .action((options: object) =>
      printAnswer(terminal, options, {
        work: async (ask) => (await ask(usersAdminList, {})).users,
        inWords: (users) => table([heading, ...users.map(row)]),
      }),
    );
}

function row(user: AdminUser): string[] {
  return [
    String(user.id),
    user.username,
    user.email,
    user.display_name,
    user.roles.join(', '),
    String(user.corresponds_to_contact ?? '-'),
    user.disabled ? 'disabled' : 'enabled',
  ];
}

function addUserSetPassword(parent: Command, terminal: Terminal): void {
  parent
    .command('set-password')
    .description('set the password of a user and end all their sessions')
    .requiredOption(...usernameOption)
    .requiredOption('--password <password>', 'at least 10 characters; - reads it from standard input')
    .option(...jsonOption)
    .action(async (options: { username: string; password: string; json?: true }) => {
      const { username } = options;
      const password = await readPassword(options.password, terminal);
      await printAnswer(terminal, options, {
        work: (ask) => ask(usersSetPassword, { username, password }),
        inWords: (user) => `${user.username} has a new password.`,
      });
    });
}

/** `user set-roles`: takes effect with the next request of the user. */
function addUserSetRoles(parent: Command, terminal: Terminal): void {
  parent
    .command('set-roles')
    .description('replace the roles of a user')
    .requiredOption(...usernameOption)
    .requiredOption('--role <role...>', 'all roles of the user')
    .option(...jsonOption)
    .action((options: { username: string; role: string[]; json?: true }) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(usersSetRoles, { username: options.username, roles: options.role }),
        inWords: ({ username, roles }) => `Roles of ${username}: ${roles.join(', ')}.`,
      }),
    );
}

function addUserResetSecondFactor(parent: Command, terminal: Terminal): void {
  parent
    .command('reset-second-factor')
    .description('remove the second factor of a user who has lost it, and end all their sessions')
    .requiredOption(...usernameOption)
    .option('--json', 'print true')
    .action((options: { username: string; json?: true }) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(usersResetSecondFactor, { username: options.username }),
        inWords: () => `${options.username} has no second factor, and has to log in again.`,
      }),
    );
}

function addUserDisable(parent: Command, terminal: Terminal): void {
  parent
    .command('disable')
    .description('disable the login of a user and end their sessions; nothing is deleted')
    .requiredOption(...usernameOption)
    .option('--enable', 'enable the login again')
    .option(...jsonOption)
    .action((options: { username: string; enable?: true; json?: true }) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(usersDisable, { username: options.username, disabled: !options.enable }),
        inWords: ({ username, disabled }) => `${username} is ${disabled ? 'disabled' : 'enabled'}.`,
      }),
    );
}

const usernameOption: [flags: string, description: string] = ['--username <name>', 'user name'];

const jsonOption: [flags: string, description: string] = ['--json', 'print the user as JSON'];
