/** Whether a subject of the bus matches a pattern with the wildcards `*` for one token and `>` for one or more at the end. */
export function matchesPattern(pattern: string, subject: string): boolean {
  if (pattern === subject) return true;
  // Compares characters and splits nothing, since each message is compared with hundreds of patterns.
  let at = 0;
  for (const character of pattern) {
    if (character === '>') return at < subject.length;
    if (character === '*') {
      const end = subject.indexOf('.', at);
      at = end === -1 ? subject.length : end;
    } else if (character === subject[at]) at += 1;
    else return false;
  }
  return at === subject.length;
}
