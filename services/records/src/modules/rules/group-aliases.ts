import type { Fields } from '@svc/contracts';

/** Other names of fields of groups, as clients send and read them (decisions, "Fields"). */
const declaredKeys: Readonly<Record<string, string>> = {
  address: 'contact_address',
  group_leader: 'leaders',
  group_coach: 'coaches',
};

/** The one that is also read under its other name. */
const otherKeys: Readonly<Record<string, string>> = { contact_address: 'address' };

/** A write of a group with each field under the key it is declared by; that key wins when both are sent. */
export function withDeclaredKeys(requested: Fields): Fields {
  const renamed: Fields = {};
  const rest: Fields = {};
  for (const [key, value] of Object.entries(requested)) {
    const declared = Object.hasOwn(declaredKeys, key) ? declaredKeys[key] : undefined;
    if (declared === undefined) rest[key] = value;
    else renamed[declared] = value;
  }
  return { ...renamed, ...rest };
}

/** A group as it is read: what has another name shows under that, too. */
export function withOtherKeys(shape: Fields, postType: string): Fields {
  if (postType !== 'groups') return shape;
  const shown = Object.entries(otherKeys).filter(([key]) => shape[key] !== undefined);
  const others: Fields = Object.fromEntries(shown.map(([key, other]) => [other, shape[key]]));
  return { ...shape, ...others };
}
