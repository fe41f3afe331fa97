import { readFileSync } from 'node:fs';
import i18next, { type Resource } from 'i18next';
import {
  asMessage,
  type Message,
  type MessageValue,
  textOf,
  type Translate,
  type Translations,
} from '@svc/contracts';
import { type Language, languageFor, languageTag } from './languages.ts';

/** Returns the translator for a locale; all locales that read the same language share one. */
export type TranslatorFor = (locale: string) => Translate;

/** Returns the text of a catalogue for a template, in the plural form of the count. */
type ChooseText = (template: string, count: number | undefined) => string;

const catalogueName = 'service';

/**
 * Makes the translators of this process, each with its catalogue when its language is first asked for: most processes speak few languages.
 * Additions override the catalogues, and later additions override earlier ones. A text without a translation stays English.
 */
export function createTranslators(additions: readonly Translations[] = []): TranslatorFor {
  const translators = new Map<Language, Translate>();
  return (locale) => {
    const language = languageFor(locale);
    const translate = translators.get(language) ?? translator(textsOf(language, additions), language);
    translators.set(language, translate);
    return translate;
  };
}

function textsOf({ key }: Language, additions: readonly Translations[]): ChooseText {
  const catalogue = i18next.createInstance();
  void catalogue.init({
    lng: key,
    resources: { [key]: resourceOf(key, additions) },
    ns: catalogueName,
    defaultNS: catalogueName,
    fallbackLng: false,
    // Keys are sentences, with dots and colons in them.
    keySeparator: false,
    nsSeparator: false,
    // Synchronous, because all resources are passed above.
    initAsync: false,
  });
  const translated = catalogue.getFixedT(key);
  // `textOf` fills in the values afterwards; i18next must not interpolate them.
  return (template, count) =>
    translated(template, { skipInterpolation: true, ...(count !== undefined && { count }) });
}

/** Reads the catalogue of a language; that of English holds only the singular forms of texts with a count. */
export function catalogueOf(language: string): Readonly<Record<string, string>> {
  const file = new URL(`../catalogues/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

function resourceOf(language: string, additions: readonly Translations[]): Resource[string] {
  const added = additions.map((translations) => translations[language] ?? {});
  return { [catalogueName]: Object.assign({}, catalogueOf(language), ...added) as Record<string, string> };
}

function translator(chosen: ChooseText, language: Language): Translate {
  // With the digits of the language, and without separators, because counts are small.
  const numbers = new Intl.NumberFormat(languageTag(language), { useGrouping: false });
  const translate = (text: Message): string => {
    const { template, values } = asMessage(text);
    if (template === '') return '';
    const translated = values.map((value) => {
      if (typeof value !== 'object') return value;
      return 'count' in value ? numbers.format(value.count) : translate(value);
    });
    return textOf({ template: chosen(template, countIn(values)), values: translated });
  };
  return translate;
}

function countIn(values: readonly MessageValue[]): number | undefined {
  const counted = values.find((value) => typeof value === 'object' && 'count' in value);
  return counted?.count;
}
