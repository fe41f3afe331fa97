/** Under which heading of the profile a detail is shown. */
export type DetailKind = 'phone' | 'email' | 'social' | 'address' | 'other';

interface Detail {
  readonly key: string;
  readonly label: string;
  readonly kind: DetailKind;
}

/** How a user can be reached besides the address of the account, in the order in which the profile shows it. */
const contactDetails: readonly Detail[] = [
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

/** Everything that is stored of a user as a line of text under a key of its own. */
export const detailKeys: readonly string[] = [
  'first_name',
  'last_name',
  'nickname',
  ...contactDetails.map(({ key }) => key),
];

/** What is set of one kind, as the profile shows it. */
export function shownDetails(
  details: Readonly<Record<string, string>>,
  wanted: DetailKind,
): { value: string; label: string }[] {
  return contactDetails.flatMap(({ key, label, kind }) => {
    const value = details[key];
    return kind === wanted && value ? [{ value, label }] : [];
  });
}
