import { cleanComment, type Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { updateRecord } from '../writing/update-record.ts';
import type { RemoteSite } from './remote-site.ts';
import { asText } from './shown-values.ts';
import { transferCodes } from './transfer-codes.ts';
import type { Transfer } from './transfer-model.ts';
import { loadTransferable } from './transferring.ts';
import { withoutMentions } from './without-mentions.ts';

/** Closes a contact that the other site has now, says so in a comment, and ends the transfer: one commit. */
export async function closeTransferred(
  call: Call,
  deps: RecordsDeps,
  { transfer, site }: { transfer: Transfer; site: RemoteSite },
): Promise<void> {
  const postType = deps.postTypes.get('contacts');
  const { _id, recordId: id } = transfer;
  const closed = Object.entries({ overall_status: 'closed', reason_closed: 'transfer' });
  // What is known of the contact at the other site is no answer to keep: the transfer itself tells a repetition.
  await updateRecord({ ...call, claim: undefined, input: { silent: false } }, deps, {
    ...{ postType, id, keepExisting: false, code: 'update_post' },
    // What belongs to a module that is off is not there.
    fields: Object.fromEntries(closed.filter(([key]) => postType.fields.has(key))),
    load: () => loadTransferable(call, deps, id, transferCodes.send),
    remark: async () => ({ text: remark(transfer, site), isNote: false }),
    writes: [
      {
        model: {
          name: 'updateOne',
          namespace: deps.store.namespace(deps.transfers),
          filter: { _id, state: 'sending' } as object,
          update: { $set: { state: 'done' } },
        },
        mustMatch: true,
      },
    ],
  });
}

function remark({ remoteId }: Transfer, { label, url }: RemoteSite): string {
  const link = `[link](${url}/contacts/${remoteId})`;
  const text = `This contact was transferred to ${withoutMentions(asText(label))} for further follow-up. ${link}`;
  const cleaned = cleanComment(text);
  return 'text' in cleaned ? cleaned.text : text;
}
