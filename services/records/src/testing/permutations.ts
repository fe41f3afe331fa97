/** The same values in every order. */
export function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, place) =>
    permutations(values.filter((_other, index) => index !== place)).map((rest) => [value, ...rest]),
  );
}
