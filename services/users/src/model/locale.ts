import type { User } from './user.ts';

const defaultLocale = 'en_US';

const languages = new Intl.DisplayNames(['en'], {
  type: 'language',
  languageDisplay: 'standard',
  fallback: 'none',
});

/** The locale a user is shown the service in. */
export function localeOf(user: Pick<User, 'locale'>): string {
  return user.locale || defaultLocale;
}

/** A locale in English, `fr_FR` as "French (France)"; the locale itself when it is not one of a language. */
export function languageName(locale: string): string {
  try {
    return languages.of(locale.replaceAll('_', '-')) ?? locale;
  } catch {
    return locale;
  }
}
