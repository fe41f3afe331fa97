import type { NamedPlace } from './family-of-places.ts';

/** Some places of the public location grid. */
export const knownWorld: readonly NamedPlace[] = [
  {
    id: 100089589,
    name: 'France',
    code: 'FR',
    parts: [
      {
        id: 100089597,
        name: 'Île-de-France',
        parts: [
          {
            id: 100089652,
            name: 'Paris',
            parts: [{ id: 900, name: 'Louvre', parts: [{ id: 901, name: 'Denon' }] }],
          },
        ],
      },
      { id: 902, name: 'Lorraine' },
    ],
  },
  {
    id: 903,
    name: 'Brazil',
    code: 'BR',
    parts: [{ id: 904, name: 'São Paulo', parts: [{ id: 100030436, name: 'Parisi' }] }],
  },
  {
    id: 905,
    name: 'New Caledonia',
    code: 'NC',
    parts: [{ id: 906, name: 'Sud', parts: [{ id: 100253602, name: 'Boulouparis' }] }],
  },
  { id: 100001527, name: 'United Arab Emirates', code: 'AE' },
  { id: 100130478, name: 'United Kingdom', code: 'GB' },
  { id: 100363965, name: 'United States Minor Outlying Islands', code: 'UM' },
  { id: 100364199, name: 'United States', code: 'US' },
  { id: 907, name: 'Ελλάδα', code: 'GR', parts: [{ id: 908, name: 'Αθήνα' }] },
  { id: 909, name: 'Россия', code: 'RU', parts: [{ id: 910, name: 'Орёл' }] },
  { id: 911, name: 'ประเทศไทย', code: 'TH', parts: [{ id: 912, name: 'กรุงเทพ' }] },
  {
    id: 913,
    name: 'Türkiye',
    code: 'TR',
    parts: [
      { id: 914, name: 'İzmir' },
      { id: 915, name: 'Diyarbakır' },
    ],
  },
  { id: 916, name: 'Somewhere at Sea', parts: [{ id: 917, name: 'Reef' }] },
];
