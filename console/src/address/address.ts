import { signal } from '@preact/signals-core';

/** The path of the console under which all of its pages are. */
const base = '/console';

interface Place {
  /** The path after `/console`, in parts: `['contacts', '12']`. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** The page that the address names. */
export const place = signal<Place>(placeOf(location));

/** The address of a page: `addressOf(['contacts', 12])` is `/console/contacts/12`. */
export function addressOf(parts: readonly (string | number)[], query?: Record<string, string>): string {
  const path = [base, ...parts.map((part) => encodeURIComponent(part))].join('/');
  const search = query ? new URLSearchParams(query).toString() : '';
  return search === '' ? path : `${path}?${search}`;
}

/** The address of the page that sets a new password, which mails lead to (tools/launcher/src/start.ts). */
export const newPasswordAddress = addressOf(['-', 'new-password']);

/** Whether the page is the one that sets a new password. */
export function isNewPasswordPage({ parts }: Place): boolean {
  return addressOf(parts) === newPasswordAddress;
}

/** Opens a page. `replace` does so without another entry in the browser's history. */
export function open(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  place.value = placeOf(location);
}

/** Opens links to pages of the console in place, unless the user wants a window or the link leads elsewhere. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname !== base && !link.pathname.startsWith(`${base}/`)) return;
  event.preventDefault();
  open(link.href);
  window.scrollTo(0, 0);
}

addEventListener('popstate', () => {
  place.value = placeOf(location);
});

function placeOf({ pathname, search }: Location): Place {
  const parts = pathname.slice(base.length).split('/').filter(Boolean).map(decodeURIComponent);
  return { parts, query: new URLSearchParams(search) };
}
