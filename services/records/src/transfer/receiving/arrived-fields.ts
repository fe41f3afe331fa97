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

/** A contact that arrives, as the fields of a create. */
export interface ArrivedFields {
  readonly fields: Fields;
  /** What no field takes. */
  readonly unplaced: Fields;
  readonly baseUserId: number | undefined;
}

/** What every contact begins with at the site where it arrives (docs/transfer.md#receiving). */
const beginning = { overall_status: 'unassigned', sources: { values: [{ value: 'transfer' }] } };

/** What a contact that arrives is created with. */
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
  // Who looks after what belongs to nobody need not be one to whom contacts can be assigned.
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

/** `media` is what other systems call `access`; and a user of the other site is none here. */
function typeOf(sent: unknown): Meta {
  const [type] = receivedValues(sent);
  if (type === undefined) return {};
  return { type: [type === 'media' || type === 'user' ? 'access' : type] };
}
