/**
 * Keeps the focused control where it is while the page changes around it: the window scrolls as far as the control was moved, and a control that lost the
 * focus because its row moved gets it back. Browsers do neither: they keep in place what is first in the window, and take the focus from
 * each element that is inserted again. Returns a function that ends it.
 */
export function holdFocus(): () => void {
  let held: HTMLElement | undefined;
  let top = 0;
  const note = () => {
    const { activeElement: focused } = document;
    held = focused instanceof HTMLElement && focused.closest('main') ? focused : undefined;
    top = held?.getBoundingClientRect().top ?? 0;
    // Elsewhere, the browser keeps in place what the user reads.
    document.documentElement.classList.toggle('holds-focus', isInWindow());
  };
  const isInWindow = () => held !== undefined && top >= 0 && top < innerHeight;
  const restore = () => {
    if (!held?.isConnected) return note();
    if (document.activeElement === document.body) held.focus({ preventScroll: true });
    if (document.activeElement === held && isInWindow())
      scrollBy({ top: held.getBoundingClientRect().top - top, behavior: 'instant' });
    note();
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  const moments = ['focusin', 'focusout', 'scroll', 'resize', 'toggle'];
  for (const moment of moments) addEventListener(moment, note, { capture: true, passive: true });
  // A picture that has arrived.
  addEventListener('load', restore, true);
  return () => {
    observer.disconnect();
    for (const moment of moments) removeEventListener(moment, note, { capture: true });
    removeEventListener('load', restore, true);
  };
}
