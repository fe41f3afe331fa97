import { z } from 'zod';
import { keyText } from '../text-bounds.ts';
import { defineOperation } from '../operation.ts';

const point = z.object({ lng: z.number().min(-180).max(180), lat: z.number().min(-90).max(90) });

const place = z.object({
  grid_id: z.int(),
  name: z.string(),
  /** The names of the place and of the places that contain it: `Paris, Île-de-France, France`. */
  full_name: z.string(),
  /** `admin0`, `admin1`, … */
  level: z.string(),
  lng: z.number(),
  lat: z.number(),
});

/** Rows of the location grid: those with the given ids (unknown ids are left out), and for each point the smallest that contains it. */
export const recordsPlaces = defineOperation({
  name: 'records.places',
  kind: 'read',
  callers: ['users', 'admin'],
  summary: 'Rows of the location grid by id, and the rows that contain points.',
  input: z.object({ grid_ids: z.array(z.int()).max(1000), points: z.array(point).max(100) }),
  output: z.object({ places: z.array(place), at: z.array(place.nullable()) }),
});

/**
 * The labels of a select field's options by key; empty when the field does not exist, for example because its module is off. Without a field,
 * those of the milestones of the type.
 */
export const recordsOptions = defineOperation({
  name: 'records.options',
  kind: 'read',
  callers: ['users'],
  summary: 'Keys and labels of the options of a field.',
  input: z.object({ post_type: keyText, field: keyText.optional() }),
  output: z.object({ options: z.record(z.string(), z.string()) }),
});

/** The number of contacts assigned to each user that need an update. Users without any are left out. */
export const recordsNeededUpdates = defineOperation({
  name: 'records.needed_updates',
  kind: 'read',
  callers: ['users'],
  summary: 'The number of contacts of each user that need an update.',
  input: z.object({ user_ids: z.array(z.int()).max(1000) }),
  output: z.object({ users: z.array(z.object({ user_id: z.int(), count: z.int() })) }),
});

/** For pages of users: the contacts of type access that are assigned to each, and their last action in Unix seconds. */
export const recordsUserCounts = defineOperation({
  name: 'records.user_counts',
  kind: 'read',
  callers: ['users'],
  summary: 'The number of contacts assigned to each user, and the time of their last action.',
  input: z.object({ user_ids: z.array(z.int()) }),
  output: z.object({
    assigned: z.array(
      z.object({
        user_id: z.int(),
        assigned: z.int(),
        update_needed: z.int(),
        new_assigned: z.int(),
        active: z.int(),
      }),
    ),
    last_activity: z.array(z.object({ user_id: z.int(), time: z.int() })),
  }),
});

/** For the choice of an assignee: when users were last assigned a contact, and which places contain those of a record. */
export const recordsAssignments = defineOperation({
  name: 'records.assignments',
  kind: 'list',
  audience: 'caller',
  callers: ['users'],
  summary: "The time of each user's last assignment, and the parents of a record's places.",
  input: z.object({
    user_ids: z.array(z.int()).max(1000),
    /** The record to assign. A record that the caller may not view counts as one without places. */
    record: z.object({ post_type: keyText, id: z.int() }).optional(),
    /** Ids of places to consider in addition to those of the record. */
    grid_ids: z.array(z.int()).max(100),
  }),
  output: z.object({
    /** In Unix seconds; users who never were assigned a contact are left out. */
    users: z.array(z.object({ user_id: z.int(), last_assignment: z.int() })),
    /** The places and all places that contain them, each once, with the levels between (0 for the place itself), in ascending order of these. */
    places: z.array(z.object({ grid_id: z.int(), name: z.string(), steps: z.int() })),
  }),
});
