import type { FieldDefinition } from '@svc/contracts';

/** The declaration of a field that connects records of a type with those of another, or of its own. */
export const connection = (
  name: string,
  postType: string,
  key: string,
  direction: 'from' | 'to' | 'any',
): FieldDefinition => ({
  name,
  type: 'connection',
  post_type: postType,
  p2p_key: key,
  p2p_direction: direction,
});
