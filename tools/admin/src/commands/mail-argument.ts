/** Names a mail. */
export const mailArgument: [name: string, description: string] = [
  '<id>',
  'the id of the mail, as `mail list` shows it',
];
