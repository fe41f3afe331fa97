import type { FieldDefinition } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';
import { connection } from './connection-field.ts';
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
      sets: { ...connection('Sets', 'sets', 'contacts_to_sets', 'from'), one_way: true },
      peers: connection('Peers', 'contacts', 'contacts_to_peers', 'any'),
    },
  },
});

export default listedExtension;
