import type { DeclaredField } from './declared-field.ts';

/** How values of a type are sent to another installation and received from it, and converted to another type. */
export interface ExchangeGroup<Stored> {
  send(stored: Stored, field: DeclaredField): Meta;
  /** Whether a received key that is not the key of a field belongs to this field. Without this method none does. */
  owns?(key: string, field: DeclaredField): boolean;
  /** The write for the values received under the keys of this field; undefined if there is nothing to write. */
  receive(meta: Meta, field: DeclaredField): unknown;
  /** The stored value as plain values, from which a field of another type can be written. Without this method they cannot be converted. */
  plainValues?(stored: Stored): readonly (string | number | boolean)[];
}

/** Values as installations send them to each other: the stored values by meta key (docs/guides/transfer.md#sending). */
export type Meta = Readonly<Record<string, unknown>>;
