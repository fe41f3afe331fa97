/** Formats a time as in answers: `YYYY-MM-DD HH:MM:SS`, UTC. */
export function utcText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
