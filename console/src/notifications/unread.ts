import { signal } from '@preact/signals-core';
import { client } from '../api/client.ts';

/** The number of the user's unread notifications, as the menu shows it. */
export const unreadNotifications = signal(0);

export async function countUnread(): Promise<void> {
  unreadNotifications.value = await client.notifications.countUnread();
}
