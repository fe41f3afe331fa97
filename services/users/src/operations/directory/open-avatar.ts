import { usersOpenAvatar } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { drawInitials, drawNobody } from '../../avatars/draw-avatar.ts';
import type { Deps } from '../../compose.ts';

/** Draws the avatar of an address, without a query; for anybody who has the address. */
export const openAvatar = defineHandler(usersOpenAvatar, async (call, { avatars }: Deps<'avatars'>) => {
  const named = avatars.read(call.input.address);
  const drawn = named && named.initials !== '' ? drawInitials(named.initials, named.color) : drawNobody();
  return { type: 'image/svg+xml', data: Buffer.from(drawn), is_lasting: named !== undefined };
});
