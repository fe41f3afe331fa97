/** The beginning of a cell that a spreadsheet evaluates, also in full-width characters; telephone and other numbers do no harm. */
const formula = /^[=@\t\r\n\uFF1D\uFF20\uFF0B\uFF0D]|^[+-](?![\d\s().\/-]*$)/;

/** A cell that a spreadsheet shows as text: the values are data of others, and the file is made to be opened. */
export function withoutFormula(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before `withoutFormula`, so that a repaired file is imported with the same values. */
export function withFormula(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}
