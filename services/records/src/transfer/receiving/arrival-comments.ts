import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ReadDeps } from '../../read/read-deps.ts';
import type { TransferDeps } from '../transfer-deps.ts';
import { readLean } from '../../store/read-with-deadline.ts';
import { receivedValues } from '../../model/received-values.ts';
import type { ReceivedContact } from './read-contact-data.ts';
import { asText, shownValues, withoutMentions } from '../comment-texts.ts';
import type { BotComment } from '../transfer-bot.ts';

/** A received contact, before it is created. */
interface Arrival {
  readonly contact: ReceivedContact;
  readonly unplaced: Fields;
  readonly foreignKey: string;
  readonly baseUserId: number | undefined;
}

const alert = 'ALERT: Possible duplicate contact from a previous transfer.';

/** Transfer Bot's comments on a received contact: its origin, a possible duplicate, and values that have no field. */
export async function arrivalComments(
  call: Pick<Call, 'ask' | 'actor' | 'deadline'>,
  deps: TransferDeps,
  arrival: Arrival,
): Promise<BotComment[]> {
  const texts = [
    await origin(call, deps, arrival),
    ...(await duplicates(call, deps, arrival)),
    ...unplacedValues(arrival),
  ];
  return texts.map((text) => ({ text, at: new Date(), silent: false }));
}

async function origin(
  { actor, ...call }: Pick<Call, 'ask' | 'actor'>,
  { people }: Pick<ReadDeps, 'people'>,
  { baseUserId }: Arrival,
): Promise<string> {
  const text = `Contact transferred from site "${withoutMentions(asText(actor.displayName))}"`;
  if (baseUserId === undefined) return text;
  const person = (await people.names(call, [baseUserId])).get(baseUserId);
  return person ? `@[${person.displayName}](${baseUserId}), ${text}` : text;
}

async function duplicates(
  call: Pick<Call, 'deadline'>,
  deps: TransferDeps,
  { contact, foreignKey }: Arrival,
): Promise<string[]> {
  const known = await knownBy(call, deps, foreignKey);
  const wasClosed = receivedValues(contact.postmeta['reason_closed'])[0] === 'transfer';
  if (!known) return wasClosed ? [alert] : [];
  const link = deps.site.listPermalink('contacts', known._id);
  return [`${alert} <a href="${link}">${withoutMentions(asText(known.name))}</a>`];
}

/** The contact that an earlier transfer brought or sent under the same key. */
async function knownBy(call: Pick<Call, 'deadline'>, deps: TransferDeps, foreignKey: string) {
  const latest = deps.transfers.find({ foreignKey }, { recordId: 1 }).sort({ createdAt: -1 }).limit(20);
  const ids = (await readLean(call, latest)).map(({ recordId }) => recordId);
  const known = deps.records.findOne({ _id: { $in: ids }, postType: 'contacts' }, { name: 1 });
  return readLean(call, known.sort({ _id: -1 }));
}

function unplacedValues({ unplaced }: Arrival): string[] {
  const lines = withoutMentions(shownValues(unplaced));
  return lines === '' ? [] : [`The fields of the contact could not store these values:\n${lines}`];
}
