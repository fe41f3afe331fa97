const labels = new Map([
  ['male', 'Male'],
  ['female', 'Female'],
]);

/** How a stored gender is shown; empty for one that is not set. */
export function genderLabel(gender: string): string {
  return labels.get(gender.toLowerCase()) ?? '';
}
