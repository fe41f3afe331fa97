import { expect, test } from '@jest/globals';
import { missingDeclarations } from './declarations.ts';

const labels = { label_singular: 'X', label_plural: 'Xs' };
const text = (tile: string) => ({ name: 'Text', type: 'text', tile });
const connection = (post_type: string, p2p_direction: string, p2p_key = 'visits_to_contacts') => ({
  name: 'Connection',
  type: 'connection',
  post_type,
  p2p_key,
  p2p_direction,
});

const roles = { used: [], known: new Set<string>() };
const contactsHere = {
  contacts: { fields: { name: text('details') }, tiles: { details: { label: 'Details' } } },
};

test('a tile that only the source has is declared, with the order of declared fields', () => {
  const contacts = {
    ...labels,
    fields: { x_shoe: text('clothes'), secret: { name: 'Secret', type: 'hash' } },
    tiles: { details: { label: 'Details' }, clothes: { label: 'Clothes', order: ['secret', 'x_shoe'] } },
  };
  const missing = missingDeclarations({ contacts }, contactsHere, roles);
  expect(missing.tiles).toEqual({ contacts: { clothes: { label: 'Clothes', order: ['x_shoe'] } } });
  expect(missing.fields).toEqual({ contacts: { x_shoe: text('clothes') } });
});

test('a connection is declared as one-way if the source shows no field at its other end', () => {
  const source = {
    visits: {
      ...labels,
      fields: { hosts: connection('contacts', 'from'), cars: connection('contacts', 'from', 'cars') },
    },
    contacts: {
      ...labels,
      fields: { visits: connection('visits', 'to'), friends: connection('contacts', 'any', 'friends') },
    },
  };
  const { postTypes, fields } = missingDeclarations(source, contactsHere, roles);
  expect(postTypes).toMatchObject({
    visits: { fields: { hosts: connection('contacts', 'from'), cars: { one_way: true } } },
  });
  expect(fields).toEqual({ contacts: source.contacts.fields });
});
