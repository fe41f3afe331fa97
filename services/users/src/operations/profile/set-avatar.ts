import { UnreadablePicture } from '@svc/pictures';
import { usersSetAvatar } from '@svc/contracts';
import { defineHandler, invalidParam, turnOf, type Call } from '@svc/service-kit';
import { avatarPixels, newAvatarKey } from '../../avatars/avatar-pictures.ts';
import { sentPicture } from '../../avatars/sent-picture.ts';
import type { Deps } from '../../compose.ts';
import { callingUser } from '../../profile/calling-user.ts';

/** Always encodes the picture anew: its metadata may contain where it was taken. */
export const setAvatar = defineHandler(
  usersSetAvatar,
  async (call, deps: Deps<'users' | 'avatars' | 'avatarPictures' | 'pictures'>) => {
    const userId = callingUser(call.actor);
    const data = await squareOf(call, deps, sentPicture(call.input.picture));
    const key = newAvatarKey();
    return deps.users.change(call, {
      find: () => deps.users.byId(userId),
      change: () => ({ avatarKey: key }),
      also: [deps.avatarPictures.replacement(userId, { key, data })],
      answer: (user) => ({ avatar: deps.avatars.url(user) }),
    });
  },
);

async function squareOf(
  call: Pick<Call, 'actor' | 'deadline'>,
  { pictures }: Deps<'pictures'>,
  sent: Uint8Array,
): Promise<Uint8Array> {
  try {
    return await pictures.makeSquare(turnOf(call), sent, avatarPixels);
  } catch (error) {
    if (error instanceof UnreadablePicture) throw invalidParam({ picture: error.reason });
    throw error;
  }
}
