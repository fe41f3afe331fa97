import type { User } from './user.ts';

const defaultLocale = 'en_US';

const languages = new Intl.DisplayNames(['en'], {
  type: 'language',
  languageDisplay: 'standard',
  fallback: 'none',
});

/** The locale in which a user sees the service. */
export function localeOf(user: Pick<User, 'locale'>): string {
  return user.locale || defaultLocale;
}

/** The English name of a locale, such as "French (France)" for `fr_FR`; the locale itself when it has none. */
export function languageName(locale: string): string {
  try {
    return languages.of(locale.replaceAll('_', '-')) ?? locale;
  } catch {
    return locale;
  }
}
