/**
 * The options of a run of faults, as texts that are numbers; without a seed, another one each time.
 * @throws Error that lists all options that are not numbers.
 */
export function readNumbers<Given extends { readonly seed: string | undefined }>(
  given: Given,
): Given & { readonly seed: string } {
  const numbers = { ...given, seed: given.seed ?? String(Date.now() % 1_000_000) };
  const problems = Object.entries(numbers)
    .filter(([, value]) => !/^\d{1,6}(?:\.\d{1,3})?$/.test(value))
    .map(([name, value]) => `--${name} must be a number, received ${value}`);
  if (problems.length > 0) throw new Error(`These options are wrong:\n  ${problems.join('\n  ')}`);
  return numbers;
}
