/** The texts of the console. The English text is the key of its translations; `{name}` stands for a value. */
import { signal } from '@preact/signals-core';
import { loadCatalogue, type Catalogue } from './catalogues.ts';

type Values = Readonly<Record<string, string | number>>;

const catalogue = signal<Catalogue>({});

/** Returns a text in the user's language. */
export function t(text: string, values: Values = {}): string {
  const translated = catalogue.value[text] ?? text;
  return translated.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Languages that are written from right to left. */
const rightToLeft = ['ar', 'fa', 'he', 'ur'];

/** Sets the language of the page, such as `de_DE`. A language without a catalogue has the English texts. */
export async function setLocale(locale: string): Promise<void> {
  const tag = locale.replace('_', '-');
  const [language = 'en'] = tag.split('-');
  document.documentElement.lang = tag;
  document.documentElement.dir = rightToLeft.includes(language) ? 'rtl' : 'ltr';
  const loaded = await loadCatalogue(tag);
  // Another language may have been chosen meanwhile.
  if (document.documentElement.lang === tag) catalogue.value = loaded;
}

/** The language of the page as the formats of the browser take it. */
export function locale(): string {
  return document.documentElement.lang;
}
