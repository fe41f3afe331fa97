import type { FieldDefinition } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';
import sampleExtension from './sample-extension.ts';

const samples: Readonly<Record<string, FieldDefinition>> =
  sampleExtension.postTypes?.['samples']?.fields ?? {};

/** A flag that counts as on while it is unset. */
const onByDefault = { flag_on: { name: 'On', type: 'boolean', default: true } } as const;

/** The fields of samples once more on contacts, whose lists differ by the type of a contact. */
const listedExtension = defineExtension({
  name: 'listed',
  version: '1.0.0',
  fields: {
    samples: onByDefault,
    contacts: {
      ...Object.fromEntries(Object.entries(samples).filter(([, { type }]) => type !== 'connection')),
      ...onByDefault,
      sets: {
        name: 'Sets',
        type: 'connection',
        post_type: 'sets',
        p2p_key: 'contacts_to_sets',
        p2p_direction: 'from',
      },
      peers: {
        name: 'Peers',
        type: 'connection',
        post_type: 'contacts',
        p2p_key: 'contacts_to_peers',
        p2p_direction: 'any',
      },
    },
  },
});

export default listedExtension;
