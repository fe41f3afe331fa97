import type { Call } from '@svc/service-kit';
import { settingsOf } from '../model/user-settings.ts';
import type { User } from '../model/user.ts';
import type { NamedParts } from './my-profile.ts';
import type { RecordNames } from './record-names.ts';
import { shownPlaces } from './shown-places.ts';

/** The settings of a user that refer to records, places or options, with their names. Empty settings cause no request. */
export async function namedParts(
  call: Pick<Call, 'deadline'>,
  user: User,
  names: RecordNames,
): Promise<NamedParts> {
  const { languages, peopleGroups } = settingsOf(user);
  const [locations, labels, titles] = await Promise.all([
    shownPlaces(call, user, names),
    languages.length > 0 ? names.languages(call) : {},
    names.peopleGroups(call, peopleGroups),
  ]);
  return {
    locations,
    languages: languages.map((key) => ({ key, label: labelOf(labels, key) })),
    // Deleted people groups are left out.
    peopleGroups: peopleGroups.flatMap((id) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ ID: id, post_title: title }];
    }),
  };
}

function labelOf(labels: Readonly<Record<string, string>>, key: string): string {
  return (Object.hasOwn(labels, key) ? labels[key] : undefined) ?? key;
}
