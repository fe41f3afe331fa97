import { usersOpenAvatar } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { avatarPictureType } from '../../avatars/avatar-pictures.ts';
import { drawInitials, drawNobody } from '../../avatars/draw-avatar.ts';
import type { Deps } from '../../compose.ts';

/** The avatar of an address, for anybody who has it: the uploaded picture, or one that is drawn without a query. */
export const openAvatar = defineHandler(
  usersOpenAvatar,
  async (call, { avatars, avatarPictures }: Deps<'avatars' | 'avatarPictures'>) => {
    const named = avatars.read(call.input.address);
    if (named?.key !== undefined) {
      const data = await avatarPictures.byKey(named.key);
      // It may be removed, so caches must not keep it for ever.
      if (data) return { type: avatarPictureType, data, is_lasting: false };
      return drawn(drawNobody(), false);
    }
    if (named === undefined || named.initials === '') return drawn(drawNobody(), named !== undefined);
    return drawn(drawInitials(named.initials, named.color), true);
  },
);

function drawn(svg: string, isLasting: boolean) {
  return { type: 'image/svg+xml', data: Buffer.from(svg), is_lasting: isLasting };
}
