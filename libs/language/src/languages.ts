/** A language that users can choose. */
export interface Language {
  /** The locale, which is also the value of the user setting: `fr_FR`. */
  readonly key: string;
  readonly english_name: string;
  readonly native_name: string;
  readonly flag: string;
  /** Whether the language is written from right to left. */
  readonly rtl: boolean;
}

type Row = readonly [key: string, english_name: string, native_name: string, flag: string, rtl?: boolean];

/** The language of the texts in the source code, which is used when a translation is missing. */
export const english = languageOf(['en_US', 'English (United States)', 'English (United States)', '🇺🇸']);

const rtl = true;

const otherLanguages: readonly Row[] = [
  ['am_ET', 'Amharic (Ethiopia)', 'አማርኛ (AmarəÑña)', '🇪🇹'],
  ['ar', 'Arabic', 'العربية', '🇦🇪', rtl],
  ['ar_MA', 'Arabic (Morocco)', 'الدارجة اللهجة المغربية', '🇲🇦', rtl],
  ['bg_BG', 'Bulgarian (Bulgaria)', 'Български (България)', '🇧🇬'],
  ['bn_BD', 'Bengali (Bangladesh)', 'বাংলা, Bangla (বাংলাদেশ)', '🇧🇩'],
  ['bn_IN', 'Bengali (India)', 'বাংলা Bānlā (ভারত)', '🇮🇳'],
  ['bs_BA', 'Bosnian (Bosnia and Herzegovina)', 'Bosanski (Bosna I Hercegovina)', '🇧🇦'],
  ['cs', 'Czech', 'Český Jazyk', '🇨🇿'],
  ['de_DE', 'German (Germany)', 'Deutsch (Deutschland)', '🇩🇪'],
  ['el', 'Greek', 'Ελληνικά', '🇬🇷'],
  ['es_419', 'Spanish (Latin America)', 'Español (America Latina)', '🇨🇴'],
  ['es_ES', 'Spanish (Spain)', 'Español (España)', '🇪🇸'],
  ['fa_IR', 'Persian (Iran)', 'فارسی (Fārsi) (ایران)', '🇮🇷', rtl],
  ['fr_FR', 'French (France)', 'Français (France)', '🇫🇷'],
  ['gu', 'Gujarati', 'ગુજરાતી', '🇮🇳'],
  ['ha', 'Hausa', 'هَرْشَن هَوْسَ', '🇳🇬', rtl],
  ['hi_IN', 'Hindi (India)', 'हिन्दी (भारत)', '🇮🇳'],
  ['hr', 'Croatian', 'Hrvatski', '🇭🇷'],
  ['hu_HU', 'Hungarian (Hungary)', 'Magyar Nyelv (Magyarország)', '🇭🇺'],
  ['id_ID', 'Indonesian (Indonesia)', 'Bahasa Indonesia (Indonesia)', '🇮🇩'],
  ['it_IT', 'Italian (Italy)', 'Italiano (Italia)', '🇮🇹'],
  ['ja', 'Japanese', '日本語', '🇯🇵'],
  ['kn', 'Kannada', 'ಕನ್ನಡ', '🇮🇳'],
  ['ko_KR', 'Korean (South Korea)', '한국어 (대한민국)', '🇰🇷'],
  ['ku', 'Kurdish (Kurmanji)', 'کورمانجی', '🏳️', rtl],
  ['lg', 'Ganda', 'Ganda', '🇺🇬'],
  ['mk_MK', 'Macedonian (Macedonia)', 'Македонски, Makedonski (Македонија)', '🇲🇰'],
  ['ml', 'Malayalam', 'മലയാളം', '🇮🇳'],
  ['mr', 'Marathi', 'मराठी', '🇮🇳'],
  ['my_MM', 'Burmese (Myanmar [Burma])', 'မြန်မာစာ (မြန်မာ [Burma])', '🇲🇲'],
  ['ne_NP', 'Nepali (Nepal)', 'नेपाली (नेपाल)', '🇳🇵'],
  ['nl_NL', 'Dutch (Netherlands)', 'Nederlands (Nederland)', '🇳🇱'],
  ['pa_IN', 'Punjabi (India)', 'ਪੰਜਾਬੀ (India)', '🇮🇳'],
  ['pl', 'Polish', 'Polski', '🇵🇱'],
  ['pt_BR', 'Portuguese (Brazil)', 'Português (Brasil)', '🇧🇷'],
  ['ro_RO', 'Romanian (Romania)', 'Română', '🇷🇴'],
  ['ru_RU', 'Russian (Russia)', 'Русский Язык (Россия)', '🇷🇺'],
  ['si', 'Sinhala', 'සිංහල', '🇱🇰'],
  ['sl_SI', 'Slovenian (Slovenia)', 'Slovenščina (Slovenija)', '🇸🇮'],
  ['so', 'Somali', 'Af Soomaali', '🇸🇴'],
  ['sr_BA', 'Serbian (Cyrillic)', 'Cрпски Језик (Ћирилица)', '🇷🇸'],
  ['sw', 'Swahili', 'Kiswahili', '🇹🇿'],
  ['ta', 'Tamil', 'தமிழ்', '🇮🇳'],
  ['te', 'Telugu', 'తెలుగు', '🇮🇳'],
  ['th', 'Thai', 'ภาษาไทย', '🇹🇭'],
  ['tl', 'Tagalog', 'Tagalog', '🇵🇭'],
  ['tr_TR', 'Turkish (Türkiye)', 'Türkçe (Türkiye)', '🇹🇷'],
  ['uk', 'Ukrainian', 'Українська Мова', '🇺🇦'],
  ['ur', 'Urdu', 'اُردُو', '🇵🇰', rtl],
  ['vi', 'Vietnamese', 'Tiếng Việt', '🇻🇳'],
  ['yo', 'Yoruba', 'Èdè Yorùbá', '🇳🇬'],
  ['zh_CN', 'Chinese (Simplified Han, China)', '中文简体 (简化的汉，中国)', '🇨🇳'],
  ['zh_TW', 'Chinese (Traditional Han, Taiwan)', '中文（繁體漢，台灣） (台灣傳統漢)', '🇹🇼'],
];

/** The languages that users can choose, English first and the others by their keys. */
export const languages: readonly Language[] = [english, ...otherLanguages.map(languageOf)];

function languageOf([key, english_name, native_name, flag, rtl = false]: Row): Language {
  return { key, english_name, native_name, flag, rtl };
}

/** The keys of the languages that have a catalogue. */
const translated = 'ar de_DE es_ES fa_IR fr_FR hi_IN id_ID pt_BR ru_RU sw tr_TR zh_CN'.split(' ');

/** The languages that have a catalogue, without English. */
export const translatedLanguages = languages.filter(({ key }) => translated.includes(key));

/** English, then the languages that have a catalogue. */
export const spokenLanguages: readonly Language[] = [english, ...translatedLanguages];

/**
 * The language in which a user with this locale reads the service: the language with this key, otherwise one that differs only by its
 * country, otherwise English. `fr_CA` and `fr` give `fr_FR`.
 */
export function languageFor(locale: string): Language {
  const key = locale.replaceAll('-', '_').toLowerCase();
  const keyOf = (language: Language) => language.key.toLowerCase();
  const exact = spokenLanguages.find((language) => keyOf(language) === key);
  const ofSameName = (language: Language) => withoutCountry(keyOf(language)) === withoutCountry(key);
  return exact ?? spokenLanguages.find(ofSameName) ?? english;
}

/** The BCP 47 tag of a language: `fr-FR`. */
export function languageTag({ key }: Language): string {
  return key.replace('_', '-');
}

/** A locale without its country: `fr` of `fr_FR`. */
export function withoutCountry(locale: string): string {
  return locale.split('_')[0] ?? locale;
}
