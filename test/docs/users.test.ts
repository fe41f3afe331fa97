import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { builtInRoles } from '../../services/users/src/roles/built-in-roles.ts';
import { capabilitiesOf, roleCatalogue } from '../../services/users/src/roles/role-catalogue.ts';

const page = await readFile(new URL('../../docs/users.md', import.meta.url), 'utf8');

const section = page.split('\n## ').find((part) => part.startsWith('Roles')) ?? '';
/** The cells of its table, row by row. */
const [heading = [], , ...rows] = section
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

test('the page of users says of every role what it may do', () => {
  const catalogue = roleCatalogue([]);
  const roles = heading.slice(1);
  expect(roles).toEqual(Object.keys(builtInRoles));
  for (const [index, role] of roles.entries()) {
    const documented = rows.filter((row) => row[index + 1] === '✓').map(([capability]) => capability);
    expect([role, documented]).toEqual([role, capabilitiesOf(catalogue, [role])]);
  }
});
