/** A text as it is compared and searched: without blanks around it, without case, one form per character. */
export function foldText(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}
