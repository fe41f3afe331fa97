import { english } from '@svc/language';

/** Names and identifiers, which are the same in every language. */
const everywhere = ['Facebook', 'Joshua Project', 'Twitter', 'null', 'yyyy-mm-dd'];

/** Words that are the same in a language as in English. */
const within: Readonly<Record<string, readonly string[]>> = {
  de_DE: ['Administrator', 'Coaching', 'Details', 'Name', 'Partner', 'Status', 'System', 'Team', 'Web'],
  es_ES: ['Coaching', 'No', 'Personal', 'Web'],
  fr_FR: ['@Mentions', 'Coaching', 'Contact', 'Contacts', 'Notes', 'Population', 'Sources', 'Web'],
  id_ID: ['Administrator', 'Status', 'Web'],
  pt_BR: ['Status', 'Web'],
  tr_TR: ['Web'],
};

/** The texts whose translation may equal the English text. */
export function mayEqualEnglish(language: string): readonly string[] {
  return language === english.key ? [] : [...everywhere, ...(within[language] ?? [])];
}
