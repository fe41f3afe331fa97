/** Translations by English text. */
export type Catalogue = Readonly<Record<string, string>>;

/** The catalogues by language. Each is a file of its own in the bundle, of which a page loads one. */
const catalogues: Readonly<Record<string, () => Promise<{ readonly default: Catalogue }>>> = {
  ar: () => import('../../catalogues/ar.json'),
  de: () => import('../../catalogues/de_DE.json'),
  es: () => import('../../catalogues/es_ES.json'),
  fa: () => import('../../catalogues/fa_IR.json'),
  fr: () => import('../../catalogues/fr_FR.json'),
  hi: () => import('../../catalogues/hi_IN.json'),
  id: () => import('../../catalogues/id_ID.json'),
  pt: () => import('../../catalogues/pt_BR.json'),
  ru: () => import('../../catalogues/ru_RU.json'),
  sw: () => import('../../catalogues/sw.json'),
  tr: () => import('../../catalogues/tr_TR.json'),
  zh: () => import('../../catalogues/zh_CN.json'),
};

/** Loads the catalogue of a language; an empty one for English and languages without translations. */
export async function loadCatalogue(tag: string): Promise<Catalogue> {
  const load = catalogues[tag.split('-')[0] ?? ''];
  return load ? (await load()).default : {};
}
