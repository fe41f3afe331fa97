import type { Ledger } from './ledger.ts';

/** Changes a ledger as if writes were lost, doubled or half done, so that the checks have something to find. Needs six contacts. */
export function falsify({ contacts }: Ledger): void {
  const alive = contacts.filter(({ isDeleted }) => !isDeleted);
  alive[0]?.nicknames.push('lost');
  alive[1]?.comments.push('lost');
  alive[2]?.connected.add(1);
  alive[2]?.mentions.push('lost');
  for (const contact of alive.slice(3, 4)) {
    contact.isShared = !contact.isShared;
    contact.shares.added += 1;
  }
  for (const contact of alive.slice(4, 5)) contact.isDeleted = true;
  // As if a write had been carried out a second time.
  const [twice] = alive.slice(5, 6);
  if (twice) contacts.splice(contacts.indexOf(twice), 1);
}

/** The beginnings of the problems that the checks name after `falsify`. */
export const falsified: readonly string[] = [
  'nickname: ',
  'history of the nickname: ',
  'comments: ',
  'connections: ',
  'notifications of lost: 0 instead of 1',
  'shares in the history: ',
  'status for the guest: ',
  'status of a deleted contact: 200 instead of 403',
  'more in the list: ',
];

/** The changes of `falsify` that the checks have not found. */
export function undetected(broken: readonly string[]): string[] {
  const all = broken.join('\n');
  return falsified.filter((problem) => !all.includes(problem));
}
