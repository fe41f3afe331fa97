import { msg, asMessage, type Extension, type Message, type SiteLinkType } from '@svc/contracts';
import { administrator } from '../roles/account-guard.ts';
import { capabilitiesOf, type RoleCatalogue } from '../roles/role-catalogue.ts';

export const allPermissions = 'all_permissions';

export interface LinkType extends Omit<SiteLinkType, 'label'> {
  readonly label: Message;
}

/** The connection types of the instance (docs/guides/site-links.md#connection-types), including those of extensions. */
export class LinkTypes {
  readonly #fixed: readonly LinkType[];

  constructor(roles: RoleCatalogue, extensions: readonly Pick<Extension, 'siteLinkTypes'>[]) {
    const types = new Map(builtIn(roles).map((type) => [type.key, type]));
    for (const { siteLinkTypes = {} } of extensions)
      for (const [key, { label, capabilities }] of Object.entries(siteLinkTypes))
        types.set(key, { key, label, capabilities: [...capabilities] });
    this.#fixed = [...types.values()];
  }

  /** All connection types of an instance with these post types. */
  all(postTypes: readonly { readonly key: string; readonly label: string }[]): LinkType[] {
    const ofPostTypes = postTypes.flatMap(({ key, label }) => [
      { key: `create_${key}`, label: msg`Create ${asMessage(label)}` },
      { key: `create_update_${key}`, label: msg`Create and Update ${asMessage(label)}` },
    ]);
    const fixed = new Set(this.#fixed.map(({ key }) => key));
    const others = ofPostTypes.filter(({ key }) => !fixed.has(key));
    return [
      ...others.map((type) => ({ ...type, capabilities: capabilitiesOfKey(type.key) })),
      ...this.#fixed,
    ];
  }

  /** The capabilities of a connection type; none for a type of a removed extension. */
  capabilitiesOf(key: string): string[] {
    const fixed = this.#fixed.find((type) => type.key === key);
    return fixed ? [...fixed.capabilities] : capabilitiesOfKey(key);
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

/** The capabilities of types for a post type follow from their key. */
function capabilitiesOfKey(key: string): string[] {
  const updated = /^create_update_(\w+)$/.exec(key)?.[1];
  if (updated !== undefined) return [`create_${updated}`, `update_any_${updated}`];
  const created = /^create_(\w+)$/.exec(key)?.[1];
  return created === undefined ? [] : [`create_${created}`];
}
