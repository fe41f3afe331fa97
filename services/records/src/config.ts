import { z } from 'zod';
import { s3Settings } from '@svc/object-storage';
import {
  apiRoot,
  baseUrl,
  commaList,
  hookSettings,
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
  ...hookSettings,
  PUBLIC_URL: {
    meaning:
      'public URL of the installation; addresses of files begin with it, and those of records without PERMALINK_TEMPLATE',
    schema: baseUrl,
  },
  PERMALINK_TEMPLATE: {
    meaning:
      'address of a record for people, or a path under PUBLIC_URL, with {post_type} and {id}; /{post_type}/{id} without it',
    schema: permalinkTemplate,
  },
  API_ROOT: { meaning: 'path that begins the address of every endpoint; / for none', schema: apiRoot },
  FILE_STORAGE: {
    meaning: 'storage of files: gridfs (the database of records), s3, or none',
    schema: z.enum(['gridfs', 's3', 'none'], 'must be gridfs, s3 or none').default('gridfs'),
  },
  MAX_FILE_MB: {
    meaning: 'maximum size of a file in megabytes; a field may declare less',
    schema: z.coerce.number().int().min(1).max(2_000).default(100),
  },
  MAX_RECORD_FILES_MB: {
    meaning: 'maximum size of all files of a record and its comments in megabytes, with their thumbnails',
    schema: z.coerce.number().min(0.001).default(2_000),
  },
  MAX_STORED_FILES_MB: {
    meaning: 'maximum size of all files of the installation in megabytes, with their thumbnails',
    schema: z.coerce.number().min(0.001).default(100_000),
  },
  VALUE_CHECKS_PER_HOUR: {
    meaning: 'maximum number of values that one caller may check for existing records in an hour',
    schema: z.coerce.number().int().min(1).default(600),
  },
  FILE_ADDRESS_HOURS: {
    meaning: 'maximum hours for which the address of a file is valid',
    schema: z.coerce.number().min(0.01).max(168).default(24),
  },
  S3_BUCKET: { meaning: 'bucket for files, with FILE_STORAGE=s3', schema: z.string().optional() },
  ...s3Settings,
  EXTENSIONS: {
    meaning: 'extensions to load, as paths or packages, separated by commas',
    schema: commaList.default([]),
  },
  EXTENSION_CONSUMER_DAYS: {
    meaning: 'days without a running instance after which NATS removes the consumer of a subscription',
    schema: z.coerce.number().int().min(1).max(365).default(7),
  },
  SITE_DATE_FORMAT: {
    meaning: 'format of dates, in the letters of PHP’s date',
    schema: z.string().default('Y-m-d'),
  },
  SITE_TIMEZONE: {
    meaning: 'timezone of dates',
    schema: z.string().default('UTC').refine(isTimezone, 'must be a timezone such as Europe/Paris'),
  },
  READ_CACHE: {
    meaning: 'whether read items, pages and totals are cached in memory',
    schema: toggle.default(true),
  },
  LIST_CACHE_MB: {
    meaning: 'megabytes of memory for cached items and first pages of lists',
    schema: z.coerce.number().int().min(1).default(96),
  },
  NAME_INDEX_MB: {
    meaning:
      'maximum megabytes of memory for the name index, 0 for none; by default a tenth of the memory that the process may use, at most 2,048',
    schema: z.coerce.number().int().min(0).optional(),
  },
  LIST_QUERIES_AT_ONCE: {
    meaning: 'maximum number of queries for lists, counts and searches that a process runs concurrently',
    schema: placesAtOnce.default(4),
  },
  HISTORY_RETENTION_DAYS: {
    meaning: 'days until a row of the history is deleted; by default never',
    schema: retentionDays,
  },
  BACKUP_MAX_AGE_HOURS: {
    meaning: 'hours after the last backup from which on records reports that it is too old; by default never',
    schema: z.coerce.number().min(0.01).optional(),
  },
  BACKUP_DRILL_MAX_AGE_DAYS: {
    meaning:
      'days after the last successful restore drill from which on records reports that none succeeds; by default never',
    schema: z.coerce.number().min(0.001).optional(),
  },
  BUILT_IN_GRID: {
    meaning: 'whether a new installation gets the built-in location grid',
    schema: toggle.default(true),
  },
  GEOCODING_PROVIDER: {
    meaning: 'geocoding service, nominatim or mapbox; by default nominatim if GEOCODING_URL is set',
    schema: z.enum(['nominatim', 'mapbox'], 'must be nominatim or mapbox').optional(),
  },
  GEOCODING_URL: {
    meaning: 'URL of the geocoding service; without it and a provider, addresses are not located',
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
