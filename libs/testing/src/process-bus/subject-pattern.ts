/** Whether a subject of the bus matches a pattern with the wildcards `*` for one token and `>` for one or more at the end. */
export function matchesPattern(pattern: string, subject: string): boolean {
  if (pattern === subject) return true;
  const wanted = pattern.split('.');
  const given = subject.split('.');
  for (const [place, token] of wanted.entries()) {
    if (token === '>') return given.length > place;
    if (given[place] === undefined || (token !== '*' && token !== given[place])) return false;
  }
  return given.length === wanted.length;
}
