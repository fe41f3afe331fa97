/** The texts of the console. The English text is the key of its translations; `{name}` stands for a value. */
import { signal } from '@preact/signals';

type Values = Readonly<Record<string, string | number>>;
type Catalogue = Readonly<Record<string, string>>;

const catalogue = signal<Catalogue>({});

/** Returns a text in the user's language. */
export function t(text: string, values: Values = {}): string {
  const translated = catalogue.value[text] ?? text;
  return translated.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Text that is written from right to left. */
const rightToLeft = ['ar', 'fa', 'he', 'ur'];

/** Sets the language of the page. */
export function setLocale(locale: string): void {
  const language = locale.split(/[_-]/)[0] ?? 'en';
  document.documentElement.lang = locale.replace('_', '-');
  document.documentElement.dir = rightToLeft.includes(language) ? 'rtl' : 'ltr';
}

/** The language of the page as the formats of the browser take it. */
export function locale(): string {
  return document.documentElement.lang;
}
