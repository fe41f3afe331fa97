import { normalized } from '@svc/service-kit';

/** Marks that belong to no script: accents, and the vowels of scripts that may be written without. Others tell words apart. */
const marks = /\p{Script=Inherited}/gu;

/** The form of a text in which it is looked for: without blanks around it, case and accents. A part of a text folds to a part of its form. */
export function foldText(text: string): string {
  const letters = normalized(text, 'NFKD').replaceAll(marks, '');
  // Upper case first: it knows one form of letters that have two (ß, ı). At the end of a word alone, Σ becomes ς.
  return letters.toUpperCase().toLowerCase().replaceAll('ς', 'σ').trim();
}
