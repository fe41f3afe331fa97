import type { userDetailKeys } from '@svc/contracts';

/** The heading under which the profile shows a detail. */
type DetailKind = 'phone' | 'email' | 'social' | 'address' | 'other';

/** A user's further contact details, in the order of the profile. */
const contactDetails: readonly { key: (typeof userDetailKeys)[number]; label: string; kind: DetailKind }[] = [
  { key: 'dt_user_personal_phone', label: 'Personal Phone', kind: 'phone' },
  { key: 'dt_user_personal_email', label: 'Personal Email', kind: 'email' },
  { key: 'dt_user_personal_facebook', label: 'Personal Facebook', kind: 'social' },
  { key: 'dt_user_personal_address', label: 'Personal Address', kind: 'address' },
  { key: 'dt_user_work_phone', label: 'Work Phone', kind: 'phone' },
  { key: 'dt_user_work_email', label: 'Work Email', kind: 'email' },
  { key: 'dt_user_work_facebook', label: 'Work Facebook', kind: 'social' },
  { key: 'dt_user_work_address', label: 'Work Address', kind: 'address' },
  { key: 'dt_user_work_whatsapp', label: 'Work WhatsApp', kind: 'other' },
];

export function shownDetails(
  details: Readonly<Record<string, string>>,
  wanted: DetailKind,
): { value: string; label: string }[] {
  return contactDetails.flatMap(({ key, label, kind }) => {
    const value = details[key];
    return kind === wanted && value ? [{ value, label }] : [];
  });
}
