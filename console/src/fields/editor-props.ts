import type { KeyedField } from '../settings/settings.ts';

export interface EditorProps {
  readonly postType: string;
  /** The record that is edited; undefined where one value is for many records. */
  readonly recordId: number | undefined;
  readonly field: KeyedField;
  readonly value: unknown;
  /** Called with the value of a write. */
  onWrite(value: unknown): void;
  /** Called after a change that the editor has made by itself. */
  onReload(): void;
}
