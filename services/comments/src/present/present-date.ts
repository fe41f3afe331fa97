/** `YYYY-MM-DD HH:MM:SS`. */
export function presentDate(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}
