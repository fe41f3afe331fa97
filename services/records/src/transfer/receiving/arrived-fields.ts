import { systemActor, type Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { TransferDeps } from '../transfer-deps.ts';
import { receivedValues } from '../../model/field-transfer.ts';
import type { Meta } from '../../model/field.ts';
import { parseMoment } from '../../fields/shared/parse-moment.ts';
import { baseUserOf } from '../../directory/base-user.ts';
import { parseFields } from '../../write/parse-request.ts';
import { placeValues } from './place-values.ts';
import type { ReceivedContact } from './read-contact-data.ts';

/** A received contact as the fields of a create. */
export interface ArrivedFields {
  readonly fields: Fields;
  /** Values that no field accepts. */
  readonly unplaced: Fields;
  readonly baseUserId: number | undefined;
}

/** Initial values of every received contact (docs/transfer.md#receiving). */
const beginning = { overall_status: 'unassigned', sources: { values: [{ value: 'transfer' }] } };

/** The fields with which a received contact is created. */
export async function arrivedFields(
  call: Call,
  deps: TransferDeps,
  { post, postmeta, peopleGroups }: ReceivedContact,
): Promise<ArrivedFields> {
  const postType = deps.postTypes.get('contacts');
  const context = { ...call, caller: systemActor('records') };
  const baseUserId = await baseUserOf((operation, input) => deps.caller.call(operation, input, context));
  const { overall_status: _status, sources: _sources, type, ...meta } = postmeta;
  const placed = await placeValues(call, deps, postType, { ...meta, ...typeOf(type) });
  const { reason_closed: reason, ...fields } = placed.fields;
  const given: Fields = {
    ...fields,
    ...(reason === undefined || reason === 'transfer' ? {} : { reason_closed: reason }),
    ...beginning,
    ...(baseUserId === undefined ? {} : { assigned_to: baseUserId }),
  };
  const known = Object.fromEntries(Object.entries(given).filter(([key]) => postType.fields.has(key)));
  const { problems } = await parseFields(call, deps, { postType, fields: known });
  // The base user need not be somebody to whom contacts can be assigned: then the contact has no assignee.
  const refused = new Set(problems.map(({ field }) => field));
  const taken = Object.fromEntries(Object.entries(known).filter(([key]) => !refused.has(key)));
  const created = parseMoment(post.post_date_gmt) ?? parseMoment(post.post_date);
  const name = post.post_title.trim() === '' ? `Contact ${post.ID}` : post.post_title;
  const groups = peopleGroups.length > 0 ? { people_groups: peopleGroups } : {};
  return {
    fields: { ...taken, name, ...(created === undefined ? {} : { post_date: created }) },
    unplaced: { ...placed.unplaced, ...groups },
    baseUserId,
  };
}

/** The type `media` of other systems is `access` here, and a user of the other site is not a user here. */
function typeOf(sent: unknown): Meta {
  const [type] = receivedValues(sent);
  if (type === undefined) return {};
  return { type: [type === 'media' || type === 'user' ? 'access' : type] };
}
