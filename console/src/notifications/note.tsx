import type { Notification } from '@svc/client';
import { postTypes } from '../settings/settings.ts';
import { addressOf } from '../address/address.ts';

/** The sentence of a notification, with a link to its record. */
export function Note({ notification: { notification_note: note } }: { notification: Notification }) {
  const parsed = new DOMParser().parseFromString(note, 'text/html');
  const text = parsed.body.textContent;
  const link = parsed.querySelector('a');
  const record = recordOf(link?.getAttribute('href'));
  const name = link?.textContent ?? '';
  const start = text.indexOf(name);
  if (!record || name === '' || start < 0) return <>{text}</>;
  return (
    <>
      {text.slice(0, start)}
      <a href={addressOf(record)}>{name}</a>
      {text.slice(start + name.length)}
    </>
  );
}

/** The record that a permalink names: its address ends with the type and the id, unless the installation has links of another form. */
function recordOf(href: string | null | undefined): readonly [string, string] | undefined {
  const [, postType = '', id = ''] = /\/(\w+)\/(\d+)\/?$/.exec(href ?? '') ?? [];
  return postTypes.value?.[postType] ? [postType, id] : undefined;
}
