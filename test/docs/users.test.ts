import { expect, test } from '@jest/globals';
import { builtInRoles } from '@svc/users/built-in-roles';
import { capabilitiesOf, roleCatalogue } from '@svc/users/role-catalogue';
import { pageTable } from './page-table.ts';

const { heading, rows } = pageTable('reference/roles.md', 'Capabilities');

test('the page of roles lists the capabilities of every role', () => {
  const catalogue = roleCatalogue([]);
  const roles = heading.slice(1);
  expect(roles).toEqual(Object.keys(builtInRoles));
  for (const [index, role] of roles.entries()) {
    const documented = rows.filter((row) => row[index + 1] === '✓').map(([capability]) => capability);
    expect([role, documented]).toEqual([role, capabilitiesOf(catalogue, [role])]);
  }
});
