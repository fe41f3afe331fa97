import { defineExtension } from '@svc/contracts/extension';
import { fixtures } from '../fields/testing/fixtures.ts';
import { connection } from './connection-field.ts';

/** Types whose values need nothing else to be there. */
const kinds = Object.entries(fixtures).filter(([type]) => !/connection|location|user_select/.test(type));
const keys = Array.from({ length: 200 }, (_, index) => `f${index}`);
const ofEach = <Value>(made: (...kind: (typeof kinds)[number]) => Value) =>
  Object.fromEntries(
    keys.map((key, index) => [key, made(...(kinds[index % kinds.length] as (typeof kinds)[0]))]),
  );

/** A value for each of these fields. */
export const wideValues = ofEach((_type, { roundTrips }) => roundTrips[0]?.[0]);

/** A post type with as many fields as a large installation declares. */
const wideExtension = defineExtension({
  name: 'wide',
  version: '1.0.0',
  postTypes: {
    wides: {
      label_singular: 'Wide',
      label_plural: 'Wides',
      fields: ofEach((type, { definition }) => ({ ...definition, type, name: 'One of many' })),
    },
  },
  fields: {
    wides: { others: connection('Others', 'teams', 'wides_to_teams', 'from') },
    teams: { wides: connection('Wides', 'wides', 'wides_to_teams', 'to') },
  },
});

export default wideExtension;
