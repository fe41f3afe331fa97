import type { LinkedRecord, NamedRecords } from '../../model/linked-records.ts';
import type { Place } from '../../model/places.ts';
import { Site } from '../../model/site.ts';
import type { ResolvedReferences, References, RecordReference } from '../../model/field-type/write.ts';
import type { ReadContext, ReadNames } from '../../model/read-context.ts';

const site = new Site({ publicUrl: 'http://records.test', dateFormat: 'Y-m-d', timezone: 'UTC' });

/**
 * The world that field types are tested in: users 3 and 4, and 6 who has no access; records 12 and 13 of the type
 * `others`; rows 100 and 200 of the location grid. As in the service, nobody gets to see what they did not name before.
 */
export const standIns = {
  found({
    userIds = [],
    emails = [],
    records = [],
    gridIds = [],
    points = [],
  }: References): ResolvedReferences {
    const namedEmails = emails.map((email) => email.toLowerCase());
    return {
      users: users.filter(({ id, email }) => userIds.includes(id) || namedEmails.includes(email)),
      records: { picked: namedBy(records.filter(({ isAdded }) => !isAdded)), added: namedBy([]) },
      places: {
        get: (gridId) => (gridIds.includes(gridId) ? place(gridId) : undefined),
        at: (point) =>
          points.some(({ lng, lat }) => lng === point.lng && lat === point.lat)
            ? place(point.lng * 10)
            : undefined,
      },
    };
  },

  context(names: ReadNames): ReadContext {
    return {
      site,
      people: { get: (id) => (names.people.includes(id) ? person(id) : undefined) },
      records: { get: (id) => (names.records.includes(id) ? linked(id) : undefined) },
      places: { get: (id) => (names.places.includes(id) ? place(id) : undefined) },
      record: { id: 7, postType: 'tests' },
    };
  },
};

function namedBy(lookups: readonly RecordReference[]): NamedRecords {
  const ids = lookups.flatMap((references) => references.ids);
  const titles = lookups.flatMap((references) => references.titles);
  return {
    has(postType, id) {
      const record = linked(id);
      return record?.postType === postType && (ids.includes(id) || titles.includes(record.name));
    },
    byTitle: (title, { postType }) =>
      titles.includes(title)
        ? [12, 13].find((id) => postType === 'others' && linked(id)?.name === title)
        : undefined,
    byEmail: () => undefined,
  };
}

const users: ResolvedReferences['users'] = [3, 4, 6].map((id) => ({
  id,
  email: `user${id}@example.org`,
  display_name: `User ${id}`,
  eligible: id !== 6,
}));

function person(id: number) {
  return id === 3 || id === 4 ? { displayName: `User ${id}`, avatar: '' } : undefined;
}

function linked(id: number): LinkedRecord | undefined {
  if (id !== 12 && id !== 13) return undefined;
  return {
    id,
    postType: 'others',
    name: `Other ${id}`,
    createdAt: new Date(Date.UTC(2021, 0, id)),
    permalink: `http://records.test/others/${id}/`,
    status: null,
  };
}

function place(gridId: number): Place | undefined {
  if (gridId !== 100 && gridId !== 200) return undefined;
  return {
    gridId,
    name: `Place ${gridId}`,
    levelName: 'admin1',
    lng: gridId / 10,
    lat: 5,
    fullName: `Place ${gridId}, Land`,
    isRetired: false,
  };
}
