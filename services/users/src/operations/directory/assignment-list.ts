import {
  can,
  inEnglish,
  type OutputOf,
  recordsAssignments,
  ServiceError,
  usersAssignmentList,
} from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { AvatarAddresses } from '../../avatars/avatar-addresses.ts';
import type { Deps } from '../../compose.ts';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { shownWorkload } from '../../profile/workload.ts';
import { searchMaximum } from '../../store/user-store.ts';

/** Roles whose users contacts are assigned to. */
const assignedRoles = ['multiplier', 'dt_admin', 'dispatcher', 'marketer'] as const;

type Place = OutputOf<typeof recordsAssignments>['places'][number];

/** Users to whom a contact can be assigned, by name, with data that helps to choose among them. */
export const assignmentList = defineHandler(
  usersAssignmentList,
  async (call, deps: Deps<'users' | 'names' | 'avatars'>) => {
    const { actor, input } = call;
    if (!can(actor, 'dt_all_access_contacts') || !can(actor, 'list_users'))
      throw new ServiceError('get_assignable_users_compact', 'No permission');
    const assignable = { disabled: false, roles: { $in: assignedRoles } };
    const users = await deps.users.search(assignable, searchMaximum);
    const ids = users.map(({ _id }) => _id);
    const { post_type = 'contacts', post_id: id, location_ids = [] } = input;
    const record = id === undefined ? undefined : { post_type, id };
    const [needed, assigned] = await Promise.all([
      deps.names.neededUpdates(call, ids),
      call.ask(recordsAssignments, { user_ids: ids, record, grid_ids: location_ids }),
    ]);
    const lastOf = new Map(assigned.users.map((each) => [each.user_id, each.last_assignment]));
    return users.map((user) => ({
      ...described(user, deps.avatars),
      ...nearest(user, assigned.places),
      last_assignment: lastOf.get(user._id) ?? null,
      update_needed: needed.get(user._id) ?? 0,
    }));
  },
);

function described(user: User, avatars: AvatarAddresses) {
  const { languages, workload } = settingsOf(user);
  const shown = shownWorkload(workload, inEnglish);
  return {
    ID: user._id,
    name: user.displayName,
    avatar: avatars.url(user),
    roles: [...user.roles],
    languages: [...languages],
    gender: user.gender,
    ...(shown && { status: shown.id, status_color: shown.color }),
  };
}

/** @param places the nearest first. */
function nearest(user: User, places: readonly Place[]) {
  const { locations, places: points } = settingsOf(user);
  const own = new Set([...locations, ...points.map(({ gridId }) => gridId)]);
  const match = places.find(({ grid_id: id }) => own.has(id));
  return { location: match?.steps ?? null, best_location_match: match?.name ?? null };
}
