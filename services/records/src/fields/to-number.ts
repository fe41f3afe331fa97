// There is only one way to read each digit: another form takes minutes for a long text that is none.
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A finite number, or the number that a text is; undefined for anything else. */
export function toNumber(input: unknown): number | undefined {
  const value = typeof input === 'string' && decimal.test(input.trim()) ? Number(input) : input;
  // + 0 makes 0 of -0, which JSON can not tell apart and a comparison would.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
}
