/** The options of the select fields under test. */
export const options = {
  one: { label: 'Option 1' },
  two: { label: 'Option 2' },
  three: { label: 'Option 3' },
};
