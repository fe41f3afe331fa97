import type { ExtensionCall, ExtensionSetup, Fields } from '@svc/contracts';
import { baseUserOf } from '../../directory/base-user.ts';
import { answerByComment, waitingForUpdate } from './answer-by-comment.ts';
import { assignment } from './assignment.ts';
import { assignedTo, becomingAccess, isAccess, newContactType } from './contact-type.ts';
import { inTurn } from './field-rule.ts';
import { onWrites, type HookedWrite } from './on-writes.ts';
import { typeByOrigin } from './origin-type.ts';
import { buttonsMoveThePath, stepsPressButtons } from './seeker-path.ts';
import { shareWithRepresented } from './share-with-represented.ts';
import { updateAnswered } from './update-answered.ts';

const followingUp = inTurn(becomingAccess, assignment, updateAnswered, stepsPressButtons, buttonsMoveThePath);

const defaults: Fields = { seeker_path: 'none', sources: { values: [{ value: 'personal' }] } };

/** The rules for following up with contacts of type access (docs/extensions.md#what-the-built-in-modules-do). */
export function followUpRules(setup: ExtensionSetup): void {
  // Before the defaults of contacts, which keep a type that is already set.
  onWrites(setup, { postType: 'contacts', priority: 5 }, async (write) =>
    withStatus(await withPlaceholderType(write), write),
  );
  // After those defaults: values depend on the type that they have filled in.
  onWrites(setup, { postType: 'contacts', priority: 20 }, async (write) => {
    await shareWithRepresented(setup.call, write, ['subassigned']);
    return write.isNew ? withDefaults(write, setup.call) : followedUp(write);
  });
  const comments = { postType: 'contacts', overseeing: 'dt_all_access_contacts' };
  setup.addAction('svc_comment_created', answerByComment(setup.call, comments), waitingForUpdate('contacts'));
}

/** A contact created from an access contact, or from a user's, gets the type `access_placeholder`, whatever the request says. */
async function withPlaceholderType({ fields, isNew, call }: HookedWrite): Promise<Fields> {
  const type = isNew ? await typeByOrigin(fields, call) : undefined;
  return type === 'access_placeholder' ? { ...fields, type } : fields;
}

/** Every contact has a status, whatever its type. */
function withStatus(fields: Fields, { isNew, actor }: HookedWrite): Fields {
  return isNew ? { overall_status: actor.kind === 'site_link' ? 'new' : 'active', ...fields } : fields;
}

async function withDefaults({ fields, actor }: HookedWrite, call: ExtensionCall): Promise<Fields> {
  if (fields['type'] !== 'access') return fields;
  const isLeftOpen = actor.kind === 'site_link' && !('assigned_to' in fields);
  const baseUser = isLeftOpen ? await baseUserOf(call) : undefined;
  const assignee = baseUser === undefined ? assignedTo(actor, 'contacts') : { assigned_to: baseUser };
  return { ...assignee, ...defaults, ...fields };
}

function followedUp(write: HookedWrite): Fields {
  const { fields, existing, actor, share } = write;
  const becomesPersonal = newContactType(fields, existing) === 'personal';
  if (becomesPersonal && actor.userId > 0) share({ users: [actor.userId] });
  return isAccess(fields, existing) ? followingUp(fields, write) : fields;
}
