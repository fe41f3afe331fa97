import { useLayoutEffect, useRef } from 'preact/hooks';

/** A text that was typed and is not saved yet. */
export interface KeptText {
  read(): string | undefined;
  keep(text: string): void;
  forget(): void;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface StoredTextOptions {
  /** Keeps what is typed until it is saved, also over a reload. */
  readonly draft?: KeptText | undefined;
  /** Called with another text when the user leaves the field. */
  onChange(text: string): void;
}

/**
 * The attributes of a text field that begins with the stored value. Another stored value replaces its text; a page that is drawn again for
 * another reason does not, because the user may be typing, and neither does it replace what is being typed.
 */
export function useStoredText<Control extends TextControl>(
  stored: string,
  { draft, onChange }: StoredTextOptions,
) {
  const ref = useRef<Control>(null);
  const former = useRef<string>(undefined);
  /** Whether the text is from before a reload: leaving the field saves it, although nothing was typed since. */
  const isRestored = useRef(false);
  useLayoutEffect(() => {
    const { current: control } = ref;
    if (!control) return;
    const kept = draft?.read();
    const isTyping = control === document.activeElement && control.value !== (former.current ?? '');
    if (former.current === undefined && kept !== undefined) {
      isRestored.current = true;
      control.value = kept;
    } else if (!isTyping && kept === undefined) control.value = stored;
    former.current = stored;
  }, [stored]);
  const leave = (text: string) => {
    isRestored.current = false;
    if (text !== stored) onChange(text);
  };
  return {
    ref,
    onInput({ currentTarget: { value: text } }: { readonly currentTarget: TextControl }) {
      if (text === stored) draft?.forget();
      else draft?.keep(text);
    },
    onChange: ({ currentTarget }: { readonly currentTarget: TextControl }) => leave(currentTarget.value),
    onBlur({ currentTarget }: { readonly currentTarget: TextControl }) {
      if (isRestored.current) leave(currentTarget.value);
    },
  };
}
