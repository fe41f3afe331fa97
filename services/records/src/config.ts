import { z } from 'zod';
import {
  apiRoot,
  baseUrl,
  commaList,
  ConfigError,
  httpClientSettings,
  permalinkTemplate,
  placesAtOnce,
  queueSettings,
  retentionDays,
  storeSettings,
  toggle,
  url,
  type ConfigOf,
  type Settings,
} from '@svc/service-kit';

/** The settings of records, in addition to those that every service has. */
export const recordsSettings = {
  ...storeSettings,
  ...queueSettings,
  ...httpClientSettings,
  PUBLIC_URL: {
    meaning:
      'public address of the installation; addresses of files start with it, and of records without PERMALINK_TEMPLATE',
    schema: baseUrl,
  },
  PERMALINK_TEMPLATE: {
    meaning:
      'address of a record for people, or a path under PUBLIC_URL, with {post_type} and {id}; /{post_type}/{id} without it',
    schema: permalinkTemplate,
  },
  API_ROOT: { meaning: 'path that begins the address of every endpoint; / for none', schema: apiRoot },
  FILE_STORAGE: {
    meaning: 'where files are kept: gridfs (the database of records), s3, or none',
    schema: z.enum(['gridfs', 's3', 'none'], 'must be gridfs, s3 or none').default('gridfs'),
  },
  MAX_FILE_MB: {
    meaning: 'megabytes that a file may have; a field may declare less',
    schema: z.coerce.number().int().min(1).max(2_000).default(100),
  },
  FILE_ADDRESS_HOURS: {
    meaning: 'hours for which the address of a file holds at most',
    schema: z.coerce.number().min(0.01).max(168).default(24),
  },
  S3_BUCKET: { meaning: 'bucket for files, with FILE_STORAGE=s3', schema: z.string().optional() },
  S3_REGION: { meaning: 'region of the bucket', schema: z.string().default('us-east-1') },
  S3_ENDPOINT: {
    meaning: 'address of the object storage, where it is not Amazon S3',
    schema: url('http', 'https').optional(),
  },
  S3_ACCESS_KEY_ID: {
    meaning: 'access key for the bucket; without, what the machine is given (roles, files, variables of AWS)',
    schema: z.string().optional(),
    secret: true,
  },
  S3_SECRET_ACCESS_KEY: { meaning: 'its secret', schema: z.string().optional(), secret: true },
  EXTENSIONS: {
    meaning: 'extensions to load: paths or packages, separated by commas',
    schema: commaList.default([]),
  },
  SITE_DATE_FORMAT: {
    meaning: 'how dates are written, in the letters of PHP’s date',
    schema: z.string().default('Y-m-d'),
  },
  SITE_TIMEZONE: {
    meaning: 'timezone in which dates are written',
    schema: z.string().default('UTC').refine(isTimezone, 'must be a timezone like Europe/Paris'),
  },
  READ_CACHE: {
    meaning: 'whether what was read is kept in memory to be shown again; without, everything is read anew',
    schema: toggle.default(true),
  },
  LIST_CACHE_MB: {
    meaning: 'megabytes of memory for items and first pages of lists that are kept to be shown again',
    schema: z.coerce.number().int().min(1).default(48),
  },
  LIST_QUERIES_AT_ONCE: {
    meaning: 'lists, counts and searches that a process has the database carry out at the same time',
    schema: placesAtOnce.default(4),
  },
  HISTORY_RETENTION_DAYS: {
    meaning: 'days that rows of histories are kept; for ever when not set',
    schema: retentionDays,
  },
  BUILT_IN_GRID: {
    meaning: 'whether a new installation gets the built-in location grid',
    schema: toggle.default(true),
  },
  GEOCODING_PROVIDER: {
    meaning: 'who finds addresses on the map, nominatim or mapbox; nominatim where only GEOCODING_URL is set',
    schema: z.enum(['nominatim', 'mapbox'], 'must be nominatim or mapbox').optional(),
  },
  GEOCODING_URL: {
    meaning: 'address of that service; without it and a provider, addresses stay text',
    schema: url('http', 'https').optional(),
    secret: true,
  },
  GEOCODING_TOKEN: {
    meaning: 'access token for Mapbox',
    schema: z.string().optional(),
    secret: true,
  },
} satisfies Settings;

/** The parsed settings of records. */
export type RecordsConfig = ConfigOf<typeof recordsSettings>;

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The error of a setting that another one needs. */
export function missingSetting(setting: string, needing: string): ConfigError {
  return new ConfigError(`The configuration is invalid:\n  ${setting}: must be set with ${needing}`);
}
