import type { FieldDefinition, FieldOption } from '@svc/contracts';

/** A field as its type sees it: the declaration, without the behaviour of the type. */
export interface DeclaredField {
  readonly key: string;
  readonly postType: string;
  readonly definition: FieldDefinition;
  readonly type: { readonly name: string };
  /** The declared options of a select field, in their order; empty for other types. */
  readonly options: ReadonlyMap<string, FieldOption>;
}
