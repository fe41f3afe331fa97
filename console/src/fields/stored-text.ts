import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * A text field that begins with the stored value. Another stored value replaces its text; a page that is drawn again for another reason does
 * not, because the user may be typing.
 */
export function useStoredText<Control extends HTMLInputElement | HTMLTextAreaElement>(stored: string) {
  const control = useRef<Control>(null);
  useLayoutEffect(() => {
    if (control.current) control.current.value = stored;
  }, [stored]);
  return control;
}
