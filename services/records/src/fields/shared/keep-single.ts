/** A change of a single value that must not overwrite: only where nothing is held; false, 0 and "" are nothing. */
export function keepSingle<Change>(before: unknown, change: Change): Change | undefined {
  const holdsNothing = before === undefined || before === false || before === 0 || before === '';
  return holdsNothing ? change : undefined;
}
