import { z } from 'zod';

const gridId = z.int('must be a grid id: a whole number above 0').positive('must be a grid id: above 0');
const count = z.int('must be a whole number').min(0, 'must not be below 0');
const word = z.string('must be a string').max(1_000, 'must be at most 1000 characters long');
const name = word.regex(/\S/, 'must not be empty');
const degrees = (most: number) =>
  z
    .number('must be a number')
    .min(-most, `must be from -${most} to ${most}`)
    .max(most, `must be from -${most} to ${most}`);
const flag = z.union([z.literal(0), z.literal(1)], 'must be 0 or 1');

/** The columns of the public location grid, in the order of its TSV file. */
const columns = {
  grid_id: gridId,
  name,
  level: z.int('must be a whole number').min(-3, 'must be from -3 to 5').max(5, 'must be from -3 to 5'),
  level_name: name,
  country_code: word.nullable(),
  admin0_code: word.nullable(),
  parent_id: gridId.nullable(),
  admin0_grid_id: gridId.nullable(),
  admin1_grid_id: gridId.nullable(),
  admin2_grid_id: gridId.nullable(),
  admin3_grid_id: gridId.nullable(),
  admin4_grid_id: gridId.nullable(),
  admin5_grid_id: gridId.nullable(),
  longitude: degrees(180),
  latitude: degrees(90),
  north_latitude: degrees(90).nullable(),
  south_latitude: degrees(90).nullable(),
  east_longitude: degrees(180).nullable(),
  west_longitude: degrees(180).nullable(),
  population: count.nullable(),
  modification_date: word.nullable(),
  alt_name: word.nullable(),
  alt_population: count.nullable(),
  is_custom_location: flag.nullable(),
  alt_name_changed: flag.nullable(),
};

/** The names of the columns, in the order of the TSV file of the public location grid. */
export const locationColumns = Object.keys(columns) as readonly (keyof typeof columns)[];

const bounds = ['north_latitude', 'south_latitude', 'east_longitude', 'west_longitude'] as const;

/** One row of the location grid: column → value, null for a missing value. */
export const locationRowSchema = z.object(columns).superRefine((row, context) => {
  const refuse = (column: keyof typeof columns, message: string) =>
    context.addIssue({ code: 'custom', path: [column], message });
  const expected = row.level < 0 ? 'world' : `admin${row.level}`;
  if (row.level_name !== expected) refuse('level_name', `must be ${expected} where level is ${row.level}`);
  if (row.level >= 0 && row.admin0_grid_id === null)
    refuse('admin0_grid_id', 'must be the grid id of the country');
  if (row.parent_id === row.grid_id) refuse('parent_id', 'must not be the row itself');
  const missing = bounds.find((column) => row[column] === null);
  if (missing && bounds.some((column) => row[column] !== null))
    refuse(missing, 'must be present when another bound is');
  if (row.north_latitude !== null && row.south_latitude !== null && row.south_latitude > row.north_latitude)
    refuse('south_latitude', 'must not be north of north_latitude');
});

/** One row of the location grid: see `locationRowSchema`. */
export type LocationRow = z.infer<typeof locationRowSchema>;
