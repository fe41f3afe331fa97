import { can, usersBaseUser, type ExtensionCall, type ExtensionSetup, type Fields } from '@svc/contracts';
import { singleOf } from '../../fields/key-select/key-select.ts';
import { isBlank } from '../../fields/shared/plain-text.ts';
import { answerByComment, answersUpdateRequest } from './answer-by-comment.ts';
import { assignedTo, becomingAccess, isAccess, newContactType } from './contact-type.ts';
import { onWrites, type FieldRule, type HookedWrite } from './on-writes.ts';
import { typeByOrigin } from './origin-type.ts';
import { buttonsMoveThePath, isContactMade, stepsPressButtons } from './seeker-path.ts';
import { shareWithNamed } from './share-with-named.ts';
import { shownOption, shownUser } from './shown-values.ts';
import { writtenUser } from './written-values.ts';

const defaults: Fields = { seeker_path: 'none', sources: { values: [{ value: 'personal' }] } };

/** Users have to accept contacts that others assign to them; assigning a waiting contact to oneself accepts it. */
export const assignment: FieldRule = (fields, { existing, actor }) => {
  if (!('assigned_to' in fields) || 'overall_status' in fields) return fields;
  const status = shownOption(existing, 'overall_status');
  const assignee = writtenUser(fields['assigned_to'], actor);
  if (status === 'closed' || assignee === shownUser(existing, 'assigned_to')) return fields;
  const takenBack = existing['accepted'] === true ? { accepted: false } : {};
  if (assignee === 0) return { ...takenBack, ...fields };
  if (assignee === actor.userId)
    return status === 'assigned' ? { overall_status: 'active', ...fields } : fields;
  const waiting = can(actor, 'assign_any_contacts') ? { overall_status: 'assigned' } : {};
  return { ...takenBack, ...waiting, ...fields };
};

/** The reason field of each status in which no update is requested. */
const reasons: Readonly<Record<string, string>> = { paused: 'reason_paused', closed: 'reason_closed' };

/** Contact with a person answers the request for an update; giving the reason for a pause or closure answers it in advance. */
export const updateAnswered: FieldRule = (fields, { existing, actor }) => {
  const status = singleOf(fields['overall_status']);
  const reason = typeof status === 'string' ? fields[reasons[status] ?? ''] : undefined;
  const isAnswered =
    !isBlank(reason) ||
    (isContactMade(fields) && answersUpdateRequest(existing, actor, 'dt_all_access_contacts'));
  return isAnswered ? { requires_update: false, ...fields } : fields;
};

/** Applied in turn, each to the result of the rule before it. */
const followingUp: readonly FieldRule[] = [
  becomingAccess,
  assignment,
  updateAnswered,
  stepsPressButtons,
  buttonsMoveThePath,
];

/** The rules for following up with contacts of type access (docs/guides/modules.md#rules-of-the-built-in-modules). */
export function followUpRules(setup: ExtensionSetup): void {
  // Before the defaults of contacts, which keep a type that is already set.
  onWrites(setup, { postType: 'contacts', priority: 5 }, async (write) =>
    withStatus(await withPlaceholderType(write), write),
  );
  // After those defaults: values depend on the type that they have filled in.
  onWrites(setup, { postType: 'contacts', priority: 20 }, async (write) => {
    await shareWithNamed(setup.call, write, { key: 'subassigned', by: 'corresponds_to_user' });
    return write.isNew ? withDefaults(write, setup.call) : followedUp(write);
  });
  answerByComment(setup, { postType: 'contacts', overseeing: 'dt_all_access_contacts' });
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
  const baseUser = isLeftOpen ? (await call(usersBaseUser, {})).user_id : null;
  const assignee = baseUser === null ? assignedTo(actor, 'contacts') : { assigned_to: baseUser };
  return { ...assignee, ...defaults, ...fields };
}

function followedUp(write: HookedWrite): Fields {
  const { fields, existing, actor, share } = write;
  const becomesPersonal = newContactType(fields, existing) === 'personal';
  if (becomesPersonal && actor.userId > 0) share({ users: [actor.userId] });
  const rules = isAccess(fields, existing) ? followingUp : [];
  return rules.reduce((current, rule) => rule(current, write), fields);
}
