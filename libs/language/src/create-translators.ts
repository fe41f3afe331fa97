import { readFileSync } from 'node:fs';
import i18next, { type Resource } from 'i18next';
import {
  inEnglish,
  asMessage,
  textOf,
  type Message,
  type Translate,
  type Translations,
} from '@svc/contracts';
import { english, languageFor, translatedLanguages } from './languages.ts';

/** The translator for somebody with a locale: the same one for the same language. */
export type TranslatorFor = (locale: string) => Translate;

const catalogueName = 'service';

/**
 * Reads the catalogues and answers with the translators of this process. Later additions win over earlier ones and over the catalogues. What
 * no catalogue has is said in English.
 */
export function createTranslators(additions: readonly Translations[] = []): TranslatorFor {
  const catalogues = i18next.createInstance();
  void catalogues.init({
    resources: Object.fromEntries(translatedLanguages.map(({ key }) => [key, resourceOf(key, additions)])),
    ns: catalogueName,
    defaultNS: catalogueName,
    fallbackLng: false,
    // Keys are sentences, with dots and colons in them.
    keySeparator: false,
    nsSeparator: false,
    // Synchronous: everything is there.
    initAsync: false,
  });
  const translators = new Map(
    translatedLanguages.map(({ key }) => {
      const translated = catalogues.getFixedT(key);
      // Values are filled in afterwards: they are nothing to interpolate in.
      return [key, translator((template) => translated(template, { skipInterpolation: true }))];
    }),
  );
  return (locale) => translators.get(languageFor(locale).key) ?? inEnglish;
}

/** The catalogue of a language as it comes with the service; none for English. */
export function catalogueOf(language: string): Readonly<Record<string, string>> {
  if (language === english.key) return {};
  const file = new URL(`../catalogues/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

function resourceOf(language: string, additions: readonly Translations[]): Resource[string] {
  const added = additions.map((translations) => translations[language] ?? {});
  return { [catalogueName]: Object.assign({}, catalogueOf(language), ...added) as Record<string, string> };
}

function translator(translated: (template: string) => string): Translate {
  const translate = (text: Message): string => {
    const { template, values } = asMessage(text);
    const said = values.map((value) => (typeof value === 'object' ? translate(value) : value));
    return textOf({ template: template === '' ? '' : translated(template), values: said });
  };
  return translate;
}
