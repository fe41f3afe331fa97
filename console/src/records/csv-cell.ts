/** The beginning of a text that a spreadsheet evaluates, also in full-width characters. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A cell in quotes. A spreadsheet would run a text that begins like a formula, so such a text gets an apostrophe. */
export function csvCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
