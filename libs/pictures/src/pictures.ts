import { msg, type Message } from '@svc/contracts';
import { FairQueue, type Deadline, type FairQueueOptions, type Turn } from '@svc/service-kit';
import type Sharp from 'sharp';

/** The picture itself, and its thumbnails. */
type Variant = 'full' | 'thumb' | 'large';

/** The media types of pictures, and of all thumbnails. */
type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';
export const thumbnailType = 'image/webp' satisfies PictureType;

/** A picture that cannot be read, or is too large. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
  readonly reason: Message;

  constructor(reason: Message, options?: ErrorOptions) {
    super('the picture is not readable', options);
    this.reason = reason;
  }
}

/** The whole picture is in memory while it is read. */
export const maxPictureBytes = 20 * 1024 * 1024;
const maxMegapixels = 50;
/** Fewer where only a small square is kept. */
const maxMegapixelsOfSquare = 20;
const quality = { jpeg: 85, webp: 80 };
const thumbPixels = 150;
const largePixels = 1_024;
const maxSeconds = 20;

const types: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** The libvips loaders that may read untrusted files; all others are blocked. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);

export function isPictureType(mime: string): mime is PictureType {
  return types.has(mime);
}

/**
 * Pictures that a process encodes at a time. Each is in memory as a whole, and decoding takes all of a core; callers take turns.
 */
export const picturesAtOnce = 1;

type Limits = Pick<FairQueueOptions, 'maxWaiting' | 'metrics'>;

/** Re-encodes pictures without metadata other than their orientation, and makes upright thumbnails. */
export class Pictures {
  readonly #queue: FairQueue;
  #sharp: Promise<typeof Sharp> | undefined;

  constructor(limits: Limits) {
    this.#queue = new FairQueue({ name: 'pictures', atOnce: picturesAtOnce, ...limits });
  }

  /**
   * Encodes a picture when it is the caller's turn, and reads its bytes only then: waiting pictures take no memory.
   * @throws UnreadablePicture, or ServiceError `service_unavailable` when the deadline passes before it is encoded
   */
  make(turn: Turn, read: () => Promise<Uint8Array>, type: PictureType): Promise<Record<Variant, Uint8Array>> {
    return this.#queue.run(turn, async () => this.#make(turn.deadline, await read(), type));
  }

  /**
   * Encodes a square of this many pixels a side as WebP, cut from the middle of a picture; of an animation, from its first frame.
   * @throws UnreadablePicture, or ServiceError `service_unavailable` when the deadline passes before it is encoded
   */
  makeSquare(turn: Turn, bytes: Uint8Array, pixels: number): Promise<Uint8Array> {
    const { deadline } = turn;
    return this.#queue.run(turn, async () => {
      const sharp = await (this.#sharp ??= loadSharp());
      try {
        return await sharp(bytes, { limitInputPixels: maxMegapixelsOfSquare * 1_000_000, failOn: 'error' })
          .timeout(timeoutBefore(deadline))
          .autoOrient()
          .resize(pixels, pixels, { fit: 'cover' })
          .webp({ quality: quality.webp })
          .toBuffer();
      } catch (cause) {
        deadline.check();
        throw unreadable(cause, maxMegapixelsOfSquare);
      }
    });
  }

  async #make(
    deadline: Deadline,
    bytes: Uint8Array,
    type: PictureType,
  ): Promise<Record<Variant, Uint8Array>> {
    const sharp = await (this.#sharp ??= loadSharp());
    try {
      const full = await encoded(sharp, bytes, { type, timeout: timeoutBefore(deadline) });
      const thumbnail = (pixels: number, fit: 'cover' | 'inside') =>
        sharp(full, { limitInputPixels: maxMegapixels * 1_000_000 })
          .autoOrient()
          .resize(pixels, pixels, { fit, withoutEnlargement: fit === 'inside' })
          .webp({ quality: quality.webp })
          .timeout(timeoutBefore(deadline))
          .toBuffer();
      const large = await thumbnail(largePixels, 'inside');
      return { full, large, thumb: await thumbnail(thumbPixels, 'cover') };
    } catch (cause) {
      deadline.check();
      throw unreadable(cause, maxMegapixels);
    }
  }
}

/** The time for a step, which ends with the deadline. @throws ServiceError `service_unavailable` when it has passed */
function timeoutBefore(deadline: Deadline): { seconds: number } {
  deadline.check();
  return { seconds: Math.min(maxSeconds, Math.ceil(deadline.remaining / 1_000)) };
}

/** Drops all metadata except the orientation of a photograph: rotating it would take the whole picture in memory. */
async function encoded(
  sharp: typeof Sharp,
  bytes: Uint8Array,
  { type, timeout }: { type: PictureType; timeout: { seconds: number } },
): Promise<Uint8Array> {
  const isAnimated = type === 'image/gif' || type === 'image/webp';
  const limits = { limitInputPixels: maxMegapixels * 1_000_000, failOn: 'error' } as const;
  const picture = sharp(bytes, { ...limits, animated: isAnimated }).timeout(timeout);
  switch (type) {
    case 'image/jpeg': {
      const { orientation = 1 } = await picture.metadata();
      return (
        picture
          .withExif({ IFD0: { Orientation: String(orientation) } })
          // Optimised Huffman tables would take the whole picture in memory again, to save a twentieth of its bytes.
          .jpeg({ quality: quality.jpeg, optimiseCoding: false })
          .toBuffer()
      );
    }
    case 'image/png':
      return picture.autoOrient().png().toBuffer();
    case 'image/webp':
      return picture.webp({ quality: quality.webp }).toBuffer();
    case 'image/gif':
      return picture.gif().toBuffer();
  }
}

function unreadable(cause: unknown, megapixels: number): UnreadablePicture {
  const isLarge = cause instanceof Error && /pixel limit|timeout/i.test(cause.message);
  const reason = isLarge
    ? msg`The picture is larger than the maximum of ${megapixels} megapixels.`
    : 'The picture cannot be read: it is damaged, or its content does not match its type.';
  return new UnreadablePicture(reason, { cause });
}

/** Loaded with the first picture, because it takes time and memory. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: readers });
  return sharp;
}
