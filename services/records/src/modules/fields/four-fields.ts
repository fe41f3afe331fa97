import type { FieldDefinition } from '@svc/contracts';

/** Numbers that a group tracks on its way to becoming a church; clients show them in a diagram. */
export const fourFields: Record<string, FieldDefinition> = {
  four_fields_unbelievers: counted('Unbelievers', 'Number of unbelievers in this group.'),
  four_fields_believers: counted('Believers', 'Number of believers in this group.'),
  four_fields_accountable: counted('Accountable', 'Number of people in accountability group.'),
  four_fields_church_commitment: counted('Church Commitment', 'Is this a church - yes or no?'),
  four_fields_multiplying: counted(
    'Multiplying',
    'Number of people helping start other groups. How many members are multiplying?',
  ),
};

function counted(name: string, description: string): FieldDefinition {
  return {
    name,
    description,
    type: 'text',
    tile: 'four-fields',
    custom_display: true,
    hidden: true,
    default: '',
  };
}
