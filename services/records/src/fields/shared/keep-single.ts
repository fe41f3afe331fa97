/** The change of a single value that must not overwrite: undefined unless the field is empty; false, 0 and "" are empty. */
export function keepSingle<Change>(before: unknown, change: Change): Change | undefined {
  const holdsNothing = before === undefined || before === false || before === 0 || before === '';
  return holdsNothing ? change : undefined;
}
