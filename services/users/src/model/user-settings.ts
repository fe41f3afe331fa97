/** A place on the map where a user is. Several may lie in one row of the location grid. */
export interface StoredPlace {
  readonly id: number;
  readonly gridId: number;
  readonly lng: number;
  readonly lat: number;
  readonly level: string;
  readonly label: string;
  readonly source: string;
}

/** Days in which a user is away, both of them included, as `YYYY-MM-DD`. */
export interface Unavailability {
  readonly id: number;
  readonly startDate: string;
  readonly endDate: string;
}

/** A device of a user that takes pushes: its token is what the push service of its maker knows it by. */
export interface PushDevice {
  readonly device_id: string;
  readonly token: string;
}

/** When mails about what happened are sent; empty counts as at once. */
export type EmailPreference = '' | 'real-time' | 'hourly' | 'daily';

/** What a user has set, or what others have set for it. */
export interface UserSettings {
  readonly userStatus: string;
  readonly workload: string;
  /** Rows of the location grid. */
  readonly locations: readonly number[];
  readonly places: readonly StoredPlace[];
  readonly unavailability: readonly Unavailability[];
  readonly languages: readonly string[];
  readonly peopleGroups: readonly number[];
  /** Of whom `access_specific_sources` opens contacts. */
  readonly allowedSources: readonly string[];
  readonly emailPreference: EmailPreference;
  readonly followAll: boolean;
  /** `<type>_<channel>` to whether it is sent; what is not there was never switched. */
  readonly notifications: Readonly<Record<string, boolean>>;
  /** The devices that were added last, newest last. */
  readonly pushDevices: readonly PushDevice[];
  /** Keys of the apps that are switched on. */
  readonly apps: readonly string[];
  /** Whether front ends offer the user their tour. */
  readonly productTour: boolean;
  /** Names, addresses and numbers, by key: see `profile/details.ts`. */
  readonly details: Readonly<Record<string, string>>;
  /** The largest id of a place or a time away that there ever was: none is used twice. */
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

/** All settings of a user, also of one that was stored before there were as many. */
export function settingsOf({ settings }: { readonly settings?: Partial<UserSettings> }): UserSettings {
  return { ...nothingSet, ...settings };
}
