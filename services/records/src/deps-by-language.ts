import type { Actor, Translate } from '@svc/contracts';
import type { TranslatorFor } from '@svc/language';
import type { RecordsDeps } from './deps.ts';

/** With what the calls of those work who read a language: the same as long as no module is switched. */
export function depsByLanguage(
  deps: RecordsDeps,
  translatorFor: TranslatorFor,
): (actor: Pick<Actor, 'locale'>) => RecordsDeps {
  const known = new Map<Translate, RecordsDeps>();
  return ({ locale }) => {
    const translate = translatorFor(locale);
    if (translate === deps.translate) return deps;
    const postTypes = deps.postTypes.in(translate);
    const last = known.get(translate);
    if (last?.postTypes === postTypes) return last;
    const translated = { ...deps, postTypes, translate };
    known.set(translate, translated);
    return translated;
  };
}
