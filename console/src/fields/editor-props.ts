import { draftOf } from '../session/drafts.ts';
import type { KeyedField } from '../settings/settings.ts';

export interface EditorProps {
  readonly postType: string;
  /** The record that is edited; undefined where one value is for many records. */
  readonly recordId: number | undefined;
  readonly field: KeyedField;
  readonly value: unknown;
  /** Called with the value of a write. Returns whether it was saved; otherwise the control keeps what was typed. */
  onWrite(value: unknown): Promise<boolean>;
  /** Called after a change that the editor has made by itself. */
  onReload(): void;
}

/** What was typed into the control of a field and is not saved; undefined where one value is for many records. */
export function draftOfField({
  postType,
  recordId,
  field,
}: Pick<EditorProps, 'postType' | 'recordId' | 'field'>) {
  return recordId === undefined ? undefined : draftOf([postType, recordId, field.key]);
}
