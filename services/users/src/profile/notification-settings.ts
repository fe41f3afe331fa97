const channels = [
  { key: 'email', label: 'Email' },
  { key: 'web', label: 'Web' },
];

const types = [
  { key: 'new_assigned', label: 'Newly Assigned Contact' },
  { key: 'mentions', label: '@Mentions' },
  { key: 'comments', label: 'New Comments' },
  { key: 'updates', label: 'Update Needed' },
  { key: 'changes', label: 'Contact Info Changed' },
  { key: 'milestones', label: 'Contact Milestones and Group Health metrics' },
];

/** What a user is notified of who has not chosen anything: of everything, at once. */
export function notificationSettings() {
  return {
    email_preference: { realtime: true, hourly: false, daily: false },
    notify_types: types.map((type) => ({
      ...type,
      channels: channels.map((channel) => ({ ...channel, enabled: true })),
    })),
    follow_all: false,
  };
}
