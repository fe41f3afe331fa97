import { msg, asMessage, type Extension, type Message, type SiteLinkType } from '@svc/contracts';
import { capabilitiesOf, type RoleCatalogue } from '../roles/role-catalogue.ts';

/** The role whose capabilities a link of all permissions has. */
const administrator = 'administrator';

/** The type of link that gives all that an administrator may do. */
export const allPermissions = 'all_permissions';

/** Types of links that contacts may be sent over to the other site. */
export const sendingTypes: readonly string[] = ['contact_sharing', 'contact_sending'];

/** A connection type, whose name is put in the language of who reads it. */
export interface LinkType extends Omit<SiteLinkType, 'label'> {
  readonly label: Message;
}

/** As much of a post type as its connection types need. */
export interface LinkedPostType {
  readonly key: string;
  readonly label: string;
}

/** The connection types of the instance (docs/site-links.md#connection-types), with those that extensions declare. */
export class LinkTypes {
  readonly #fixed: readonly LinkType[];

  constructor(roles: RoleCatalogue, extensions: readonly Pick<Extension, 'siteLinkTypes'>[]) {
    const types = new Map(builtIn(roles).map((type) => [type.key, type]));
    for (const { siteLinkTypes = {} } of extensions)
      for (const [key, { label, capabilities }] of Object.entries(siteLinkTypes))
        types.set(key, { key, label, capabilities: [...capabilities] });
    this.#fixed = [...types.values()];
  }

  /** All of them, for an instance with these post types. */
  all(postTypes: readonly LinkedPostType[]): LinkType[] {
    const ofPostTypes = postTypes.flatMap(({ key, label }) => [
      {
        key: `create_${key}`,
        label: msg`Create ${asMessage(label)}`,
        capabilities: capabilitiesOfKey(`create_${key}`),
      },
      {
        key: `create_update_${key}`,
        label: msg`Create and Update ${asMessage(label)}`,
        capabilities: capabilitiesOfKey(`create_update_${key}`),
      },
    ]);
    const fixed = new Set(this.#fixed.map(({ key }) => key));
    return [...ofPostTypes.filter(({ key }) => !fixed.has(key)), ...this.#fixed];
  }

  /** What a link of this type may do; nothing when an extension took the type with it. */
  capabilitiesOf(key: string): string[] {
    const fixed = this.#fixed.find((type) => type.key === key);
    return fixed ? [...fixed.capabilities] : capabilitiesOfKey(key);
  }

  /** Its name for people. */
  labelOf(key: string, postTypes: readonly LinkedPostType[]): Message {
    return this.all(postTypes).find((type) => type.key === key)?.label ?? key;
  }
}

function builtIn(roles: RoleCatalogue): LinkType[] {
  return [
    { key: allPermissions, label: 'All permissions', capabilities: capabilitiesOf(roles, [administrator]) },
    {
      key: 'contact_sharing',
      label: 'Contact Transfer Both Ways',
      capabilities: ['create_contacts', 'update_own_contacts'],
    },
    { key: 'contact_sending', label: 'Contact Transfer Sending Only', capabilities: [] },
    { key: 'contact_receiving', label: 'Contact Transfer Receiving Only', capabilities: ['create_contacts'] },
  ];
}

/** The types of a post type say by their name what they are good for. */
function capabilitiesOfKey(key: string): string[] {
  const updated = /^create_update_(\w+)$/.exec(key)?.[1];
  if (updated !== undefined) return [`create_${updated}`, `update_any_${updated}`];
  const created = /^create_(\w+)$/.exec(key)?.[1];
  return created === undefined ? [] : [`create_${created}`];
}
