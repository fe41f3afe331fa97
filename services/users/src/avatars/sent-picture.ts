import { maxAvatarBytes, msg } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';

const form = /^(?:data:image\/[a-z]{1,10};base64,)?(?<base64>[A-Za-z0-9+/]+={0,2})$/;

/** The bytes of a picture that was sent as base64 or as a `data:` URL. @throws ServiceError `rest_invalid_param` */
export function sentPicture(picture: string): Uint8Array {
  const { base64 } = form.exec(picture)?.groups ?? {};
  if (base64 === undefined || base64.length % 4 !== 0)
    throw invalidParam({ picture: 'must be a JPEG, PNG, WebP or GIF file in base64, or a data: URL of one' });
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxAvatarBytes)
    throw invalidParam({ picture: msg`is larger than the maximum of ${maxAvatarBytes} bytes for a file` });
  return bytes;
}
