import { ServiceError, type ExtensionSetup, type Fields } from '@svc/contracts';
import { singleOf } from '../../fields/key-select/key-select.ts';
import { onWrites, type HookedWrite } from './on-writes.ts';
import { typeByOrigin } from './origin-type.ts';

/** What every contact is written with, whatever modules are on. */
export function contactRules(setup: ExtensionSetup): void {
  onWrites(setup, { postType: 'contacts' }, async (write) => {
    refuseUserLink(write);
    const fields = modernType(write.fields);
    return write.isNew ? withDefaults(fields, write) : fields;
  });
}

/** Which user a contact stands for is not a client's to say: it would take over somebody's identity. */
function refuseUserLink({ fields, actor, isNew }: HookedWrite): void {
  if (actor.kind === 'system' || !('corresponds_to_user' in fields)) return;
  const message = 'corresponds_to_user is set by the service itself; leave it out.';
  const data = { field: 'corresponds_to_user' };
  throw new ServiceError(isNew ? 'create_post' : 'update_post', message, { status: 403, data });
}

/** `media` is what older clients call the type `access`, and some send it as a set of one value. */
function modernType(requested: Fields): Fields {
  const type = singleOf(requested['type']);
  // What is no text is left for the field to refuse, as it was sent.
  if (typeof type !== 'string') return requested;
  return { ...requested, type: type === 'media' ? 'access' : type };
}

async function withDefaults(fields: Fields, { call }: HookedWrite): Promise<Fields> {
  if ('type' in fields) return fields;
  return { type: (await typeByOrigin(fields, call)) ?? 'access', ...fields };
}
