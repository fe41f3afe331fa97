import type { emailPreferences } from '@svc/contracts';

/** A position of a user on the map. Several may have the same row of the location grid. */
export interface StoredPlace {
  readonly id: number;
  readonly gridId: number;
  readonly lng: number;
  readonly lat: number;
  readonly level: string;
  readonly label: string;
  readonly source: string;
}

/** A period in which a user is away, both days included, as `YYYY-MM-DD`. */
export interface Unavailability {
  readonly id: number;
  readonly startDate: string;
  readonly endDate: string;
}

/** A user's device that takes pushes, with its token from the push service of its manufacturer. */
export interface PushDevice {
  readonly device_id: string;
  readonly token: string;
}

/** When mails about notifications are sent; empty means immediately. */
export type EmailPreference = '' | (typeof emailPreferences)[number];

/** The settings of a user, whether changed by the user or by an administrator. */
export interface UserSettings {
  readonly userStatus: string;
  readonly workload: string;
  /** Ids of rows of the location grid. */
  readonly locations: readonly number[];
  readonly places: readonly StoredPlace[];
  readonly unavailability: readonly Unavailability[];
  readonly languages: readonly string[];
  readonly peopleGroups: readonly number[];
  /** The sources whose contacts the capability `access_specific_sources` opens to the user. */
  readonly allowedSources: readonly string[];
  readonly emailPreference: EmailPreference;
  readonly followAll: boolean;
  /** `<type>_<channel>` → on or off; a missing key has its default. */
  readonly notifications: Readonly<Record<string, boolean>>;
  /** The newest devices up to a maximum, newest last. */
  readonly pushDevices: readonly PushDevice[];
  readonly apps: readonly string[];
  /** Whether front ends offer their tour to the user. */
  readonly productTour: boolean;
  /** Names, addresses and numbers by key: see `profile/details.ts`. */
  readonly details: Readonly<Record<string, string>>;
  /** The largest id ever given to a place or an unavailability: no id is used twice. */
  readonly lastId: number;
}

const nothingSet: UserSettings = {
  userStatus: '',
  workload: '',
  locations: [],
  places: [],
  unavailability: [],
  languages: [],
  peopleGroups: [],
  allowedSources: [],
  emailPreference: '',
  followAll: false,
  notifications: {},
  pushDevices: [],
  apps: [],
  productTour: true,
  details: {},
  lastId: 0,
};

/** All settings of a user. Those missing in the stored document have their defaults. */
export function settingsOf({ settings }: { readonly settings?: Partial<UserSettings> }): UserSettings {
  return { ...nothingSet, ...settings };
}
