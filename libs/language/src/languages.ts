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

/** The language of the texts in the source code, which is used when a translation is missing. */
export const english: Language = {
  key: 'en_US',
  english_name: 'English (United States)',
  native_name: 'English (United States)',
  flag: '🇺🇸',
  rtl: false,
};

const otherLanguages: readonly Language[] = [
  { key: 'am_ET', english_name: 'Amharic (Ethiopia)', native_name: 'አማርኛ', flag: '🇪🇹', rtl: false },
  { key: 'ar', english_name: 'Arabic', native_name: 'العربية', flag: '🇦🇪', rtl: true },
  {
    key: 'ar_MA',
    english_name: 'Arabic (Morocco)',
    native_name: 'الدارجة اللهجة المغربية',
    flag: '🇲🇦',
    rtl: true,
  },
  {
    key: 'bg_BG',
    english_name: 'Bulgarian (Bulgaria)',
    native_name: 'Български (България)',
    flag: '🇧🇬',
    rtl: false,
  },
  {
    key: 'bn_BD',
    english_name: 'Bengali (Bangladesh)',
    native_name: 'বাংলা (বাংলাদেশ)',
    flag: '🇧🇩',
    rtl: false,
  },
  { key: 'bn_IN', english_name: 'Bengali (India)', native_name: 'বাংলা (ভারত)', flag: '🇮🇳', rtl: false },
  {
    key: 'bs_BA',
    english_name: 'Bosnian (Bosnia and Herzegovina)',
    native_name: 'Bosanski (Bosna i Hercegovina)',
    flag: '🇧🇦',
    rtl: false,
  },
  { key: 'cs', english_name: 'Czech', native_name: 'Čeština', flag: '🇨🇿', rtl: false },
  {
    key: 'de_DE',
    english_name: 'German (Germany)',
    native_name: 'Deutsch (Deutschland)',
    flag: '🇩🇪',
    rtl: false,
  },
  { key: 'el', english_name: 'Greek', native_name: 'Ελληνικά', flag: '🇬🇷', rtl: false },
  {
    key: 'es_419',
    english_name: 'Spanish (Latin America)',
    native_name: 'Español (América Latina)',
    flag: '🇨🇴',
    rtl: false,
  },
  { key: 'es_ES', english_name: 'Spanish (Spain)', native_name: 'Español (España)', flag: '🇪🇸', rtl: false },
  { key: 'fa_IR', english_name: 'Persian (Iran)', native_name: 'فارسی (ایران)', flag: '🇮🇷', rtl: true },
  { key: 'fr_FR', english_name: 'French (France)', native_name: 'Français (France)', flag: '🇫🇷', rtl: false },
  { key: 'gu', english_name: 'Gujarati', native_name: 'ગુજરાતી', flag: '🇮🇳', rtl: false },
  { key: 'ha', english_name: 'Hausa', native_name: 'هَوُسَ', flag: '🇳🇬', rtl: true },
  { key: 'hi_IN', english_name: 'Hindi (India)', native_name: 'हिन्दी (भारत)', flag: '🇮🇳', rtl: false },
  { key: 'hr', english_name: 'Croatian', native_name: 'Hrvatski', flag: '🇭🇷', rtl: false },
  {
    key: 'hu_HU',
    english_name: 'Hungarian (Hungary)',
    native_name: 'Magyar (Magyarország)',
    flag: '🇭🇺',
    rtl: false,
  },
  {
    key: 'id_ID',
    english_name: 'Indonesian (Indonesia)',
    native_name: 'Bahasa Indonesia (Indonesia)',
    flag: '🇮🇩',
    rtl: false,
  },
  { key: 'it_IT', english_name: 'Italian (Italy)', native_name: 'Italiano (Italia)', flag: '🇮🇹', rtl: false },
  { key: 'ja', english_name: 'Japanese', native_name: '日本語', flag: '🇯🇵', rtl: false },
  { key: 'kn', english_name: 'Kannada', native_name: 'ಕನ್ನಡ', flag: '🇮🇳', rtl: false },
  {
    key: 'ko_KR',
    english_name: 'Korean (South Korea)',
    native_name: '한국어 (대한민국)',
    flag: '🇰🇷',
    rtl: false,
  },
  { key: 'ku', english_name: 'Kurdish (Kurmanji)', native_name: 'کورمانجی', flag: '🏳️', rtl: true },
  { key: 'lg', english_name: 'Ganda', native_name: 'Luganda', flag: '🇺🇬', rtl: false },
  {
    key: 'mk_MK',
    english_name: 'Macedonian (Macedonia)',
    native_name: 'Македонски (Македонија)',
    flag: '🇲🇰',
    rtl: false,
  },
  { key: 'ml', english_name: 'Malayalam', native_name: 'മലയാളം', flag: '🇮🇳', rtl: false },
  { key: 'mr', english_name: 'Marathi', native_name: 'मराठी', flag: '🇮🇳', rtl: false },
  {
    key: 'my_MM',
    english_name: 'Burmese (Myanmar [Burma])',
    native_name: 'မြန်မာစာ (မြန်မာ)',
    flag: '🇲🇲',
    rtl: false,
  },
  { key: 'ne_NP', english_name: 'Nepali (Nepal)', native_name: 'नेपाली (नेपाल)', flag: '🇳🇵', rtl: false },
  {
    key: 'nl_NL',
    english_name: 'Dutch (Netherlands)',
    native_name: 'Nederlands (Nederland)',
    flag: '🇳🇱',
    rtl: false,
  },
  { key: 'pa_IN', english_name: 'Punjabi (India)', native_name: 'ਪੰਜਾਬੀ (ਭਾਰਤ)', flag: '🇮🇳', rtl: false },
  { key: 'pl', english_name: 'Polish', native_name: 'Polski', flag: '🇵🇱', rtl: false },
  {
    key: 'pt_BR',
    english_name: 'Portuguese (Brazil)',
    native_name: 'Português (Brasil)',
    flag: '🇧🇷',
    rtl: false,
  },
  { key: 'ro_RO', english_name: 'Romanian (Romania)', native_name: 'Română', flag: '🇷🇴', rtl: false },
  { key: 'ru_RU', english_name: 'Russian (Russia)', native_name: 'Русский (Россия)', flag: '🇷🇺', rtl: false },
  { key: 'si', english_name: 'Sinhala', native_name: 'සිංහල', flag: '🇱🇰', rtl: false },
  {
    key: 'sl_SI',
    english_name: 'Slovenian (Slovenia)',
    native_name: 'Slovenščina (Slovenija)',
    flag: '🇸🇮',
    rtl: false,
  },
  { key: 'so', english_name: 'Somali', native_name: 'Af Soomaali', flag: '🇸🇴', rtl: false },
  {
    key: 'sr_BA',
    english_name: 'Serbian (Cyrillic)',
    native_name: 'Српски језик (ћирилица)',
    flag: '🇷🇸',
    rtl: false,
  },
  { key: 'sw', english_name: 'Swahili', native_name: 'Kiswahili', flag: '🇹🇿', rtl: false },
  { key: 'ta', english_name: 'Tamil', native_name: 'தமிழ்', flag: '🇮🇳', rtl: false },
  { key: 'te', english_name: 'Telugu', native_name: 'తెలుగు', flag: '🇮🇳', rtl: false },
  { key: 'th', english_name: 'Thai', native_name: 'ภาษาไทย', flag: '🇹🇭', rtl: false },
  { key: 'tl', english_name: 'Tagalog', native_name: 'Tagalog', flag: '🇵🇭', rtl: false },
  {
    key: 'tr_TR',
    english_name: 'Turkish (Türkiye)',
    native_name: 'Türkçe (Türkiye)',
    flag: '🇹🇷',
    rtl: false,
  },
  { key: 'uk', english_name: 'Ukrainian', native_name: 'Українська', flag: '🇺🇦', rtl: false },
  { key: 'ur', english_name: 'Urdu', native_name: 'اُردُو', flag: '🇵🇰', rtl: true },
  { key: 'vi', english_name: 'Vietnamese', native_name: 'Tiếng Việt', flag: '🇻🇳', rtl: false },
  { key: 'yo', english_name: 'Yoruba', native_name: 'Èdè Yorùbá', flag: '🇳🇬', rtl: false },
  {
    key: 'zh_CN',
    english_name: 'Chinese (Simplified Han, China)',
    native_name: '简体中文 (中国)',
    flag: '🇨🇳',
    rtl: false,
  },
  {
    key: 'zh_TW',
    english_name: 'Chinese (Traditional Han, Taiwan)',
    native_name: '繁體中文 (台灣)',
    flag: '🇹🇼',
    rtl: false,
  },
];

/** The languages that users can choose, English first and the others by their keys. */
export const languages: readonly Language[] = [english, ...otherLanguages];

/** The keys of the languages that have a catalogue. */
const translated = [
  'ar',
  'de_DE',
  'es_ES',
  'fa_IR',
  'fr_FR',
  'hi_IN',
  'id_ID',
  'pt_BR',
  'ru_RU',
  'sw',
  'tr_TR',
  'zh_CN',
];

/** The languages that have a catalogue, without English. */
export const translatedLanguages: readonly Language[] = languages.filter(({ key }) =>
  translated.includes(key),
);

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
