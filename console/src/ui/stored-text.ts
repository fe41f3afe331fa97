import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * A text field that begins with the stored value. Another stored value replaces its text; a page that is drawn again for another reason does
 * not, because the user may be typing, and neither does it replace what is being typed.
 */
export function useStoredText<Control extends HTMLInputElement | HTMLTextAreaElement>(stored: string) {
  const control = useRef<Control>(null);
  const former = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { current } = control;
    if (!current) return;
    const isTyping = current === document.activeElement && current.value !== (former.current ?? '');
    if (!isTyping) current.value = stored;
    former.current = stored;
  }, [stored]);
  return control;
}
