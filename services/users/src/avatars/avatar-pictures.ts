import { randomBytes } from 'node:crypto';
import { Collection, type Store, type Write } from '@svc/service-kit/store';

/** The uploaded picture of a user, as pages show it. */
interface AvatarPicture {
  /** The user. */
  readonly _id: number;
  /** Part of its address; every picture has another one. */
  readonly key: string;
  readonly data: Uint8Array;
}

/** The media type of all uploaded pictures. */
export const avatarPictureType = 'image/webp';

/** Pixels of a side. */
export const avatarPixels = 256;

/** The pictures that users have uploaded of themselves, one of each. */
export class AvatarPictures {
  readonly #stored: Collection<AvatarPicture>;

  constructor(store: Store) {
    this.#stored = new Collection<AvatarPicture>(store, 'avatars', [{ key: 1 }, { unique: true }]);
  }

  async byKey(key: string): Promise<Uint8Array | undefined> {
    const options = { projection: { _id: 0, data: 1 }, promoteBuffers: true };
    const found = await this.#stored.model.collection.findOne({ key }, options);
    return (found?.['data'] ?? undefined) as Uint8Array | undefined;
  }

  /** The write that gives a user this picture, in place of an earlier one. */
  replacement(userId: number, { key, data }: Omit<AvatarPicture, '_id'>): Write {
    return this.#stored.upsert({ _id: userId }, { $set: { key, data } });
  }

  removal(userId: number): Write {
    return this.#stored.deleteMany({ _id: userId });
  }
}

/** 128 random bits. */
export function newAvatarKey(): string {
  return randomBytes(16).toString('base64url');
}
