/** Names a user that exists. */
export const usernameOption: [flags: string, description: string] = [
  '--username <name>',
  'user name of the user',
];

/** Asks for the user as JSON. */
export const jsonOption: [flags: string, description: string] = ['--json', 'print the user as JSON'];
