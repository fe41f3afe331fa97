/** A language that the service speaks. */
export interface Language {
  /** As users choose it: `fr_FR`. */
  readonly key: string;
  readonly english_name: string;
  readonly native_name: string;
  readonly label: string;
  readonly flag: string;
  /** Whether it is written from right to left. */
  readonly rtl: boolean;
}

/** In what the service says everything by itself, and to whoever asks for no language that it speaks. */
export const english: Language = {
  key: 'en_US',
  english_name: 'English (United States)',
  native_name: 'English (United States)',
  label: 'English (United States)',
  flag: '🇺🇸',
  rtl: false,
};

/** The languages that the service is translated to, by key. */
export const translatedLanguages: readonly Language[] = [
  {
    key: 'es_ES',
    english_name: 'Spanish (Spain)',
    native_name: 'Español (España)',
    label: 'Spanish (Spain)',
    flag: '🇪🇸',
    rtl: false,
  },
  {
    key: 'fr_FR',
    english_name: 'French (France)',
    native_name: 'Français (France)',
    label: 'French (France)',
    flag: '🇫🇷',
    rtl: false,
  },
];

/** The languages that the service speaks, English first. */
export const languages: readonly Language[] = [english, ...translatedLanguages];

/**
 * The language in which somebody with this locale reads the service: his own, else one that differs only by its country, else
 * English. `fr_CA` and `fr` read `fr_FR`.
 */
export function languageFor(locale: string): Language {
  const key = locale.replaceAll('-', '_').toLowerCase();
  const spoken = (of: Language) => of.key.toLowerCase();
  const exact = languages.find((language) => spoken(language) === key);
  const ofSameName = (language: Language) => withoutCountry(spoken(language)) === withoutCountry(key);
  return exact ?? languages.find(ofSameName) ?? english;
}

/** A language's tag in web standards: `fr-FR`. */
export function languageTag({ key }: Language): string {
  return key.replace('_', '-');
}

/** A locale without its country: `fr` of `fr_FR`. */
export function withoutCountry(locale: string): string {
  return locale.split('_')[0] ?? locale;
}
