import type { InputHTMLAttributes } from 'preact';
import { useStoredText, type KeptText } from './stored-text.ts';

interface TextInputProps {
  /** The text as it is stored. */
  readonly stored: string;
  readonly draft?: KeptText | undefined;
  readonly type?: 'text' | 'search' | 'number' | 'date' | 'datetime-local' | 'url';
  readonly step?: 'any';
  readonly 'aria-label'?: string | undefined;
  readonly placeholder?: string;
  /** Called when the user has typed another text and leaves the field. */
  onChange(text: string): void;
}

/** A field of one line with a stored text, for all that is written when the user leaves it. */
export function TextInput({ stored, draft, onChange, ...others }: TextInputProps) {
  const text = useStoredText<HTMLInputElement>(stored, { draft, onChange });
  // The types of Preact want to know at once which of the types it is.
  const attributes = others as InputHTMLAttributes<HTMLInputElement>;
  return <input {...attributes} {...text} />;
}
