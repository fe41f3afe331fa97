/** What a function throws, to be compared as an object; undefined when it throws nothing. */
export function problemOf(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}
