import { ServiceError, type ExtensionSetup, type Fields } from '@svc/contracts';
import { singleOf } from '../../fields/key-select/key-select.ts';
import { onWrites, type HookedWrite } from './on-writes.ts';
import { typeByOrigin } from './origin-type.ts';

/** The rules for writing any contact, whichever modules are on. */
export function contactRules(setup: ExtensionSetup): void {
  onWrites(setup, { postType: 'contacts' }, async (write) => {
    refuseUserLink(write);
    refuseDuplicateOf(write);
    const fields = modernType(write.fields);
    return write.isNew ? withDefaults(fields, write) : fields;
  });
}

/** Clients cannot link a contact to a user: they could take over somebody's identity. */
function refuseUserLink({ fields, actor, isNew }: HookedWrite): void {
  if (actor.kind === 'system' || !('corresponds_to_user' in fields)) return;
  const message = 'The service sets corresponds_to_user itself; omit it.';
  const data = { field: 'corresponds_to_user' };
  throw new ServiceError(isNew ? 'create_post' : 'update_post', message, { status: 403, data });
}

/** A form could otherwise present its contact, with the telephone number in it, as that of somebody else. */
function refuseDuplicateOf({ fields, actor, isNew }: HookedWrite): void {
  if (actor.kind !== 'site_link' || !('duplicate_of' in fields)) return;
  const message = 'A site link may not set duplicate_of; omit it.';
  const data = { field: 'duplicate_of' };
  throw new ServiceError(isNew ? 'create_post' : 'update_post', message, { status: 403, data });
}

/** Older clients call the type `media` that is `access` here, and some send the type as a set of one value. */
function modernType(requested: Fields): Fields {
  const type = singleOf(requested['type']);
  // A value that is not text is left as it was sent: the field refuses it.
  if (typeof type !== 'string') return requested;
  return { ...requested, type: type === 'media' ? 'access' : type };
}

async function withDefaults(fields: Fields, { call }: HookedWrite): Promise<Fields> {
  if ('type' in fields) return fields;
  return { type: (await typeByOrigin(fields, call)) ?? 'access', ...fields };
}
