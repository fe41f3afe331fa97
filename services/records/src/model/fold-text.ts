import { normalized } from '@svc/service-kit';

/** Accents, and vowel signs that may be omitted. Marks of a single script distinguish words and are kept. */
const marks = /\p{Script=Inherited}/gu;

/** Folds a text for searching: without surrounding blanks, case and accents. A part of a text folds to a part of the folded text. */
export function foldText(text: string): string {
  const letters = normalized(text, 'NFKD').replaceAll(marks, '');
  // Upper case first: it unites letters with two lower-case forms (ß, ı). A Σ at the end of a word becomes ς even so.
  return letters.toUpperCase().toLowerCase().replaceAll('ς', 'σ').trim();
}
