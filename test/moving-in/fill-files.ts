import { expect } from '@jest/globals';
import sharp from 'sharp';
import { api } from '../support/http.ts';
import { downloaded, upload } from '../support/upload.ts';
import type { TestUser, World } from '../support/world.ts';

/** Longer than a piece of it that goes over the bus. */
const long = Buffer.from('line\n'.repeat(120_000));
/** The beginning of sound without compression. */
const sound = Buffer.from(
  'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
  'latin1',
);

/** Files of a contact, and a comment with a picture and one with sound. */
export async function fillFiles(source: World, user: TestUser, id: number): Promise<void> {
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a03060' } })
    .png()
    .toBuffer();
  const send = async (fields: Record<string, string>, files: readonly { name: string; bytes: Buffer }[]) => {
    const given = files.map(({ name, bytes }) => ({ name, bytes: new Uint8Array(bytes) }));
    const { body } = await upload(source, user.token, { id, fields, files: given });
    expect(body).toMatchObject({ uploaded: true, uploaded_msg: null });
  };
  await send({ meta_key: 'record_picture' }, [{ name: 'me.png', bytes: picture }]);
  await send({ meta_key: 'x_files', is_multi_file: 'true' }, [
    { name: 'long.txt', bytes: long },
    { name: 'map.png', bytes: picture },
    { name: 'short.csv', bytes: Buffer.from('a;b\n1;2\n') },
  ]);
  await send({ meta_key: 'x_picture', upload_type: 'image_comment' }, [{ name: 'view.png', bytes: picture }]);
  await send({ meta_key: 'x_sound', upload_type: 'audio_comment', audio_language: 'en' }, [
    { name: 'song.wav', bytes: sound },
  ]);
}

/** What there is of the files of a contact: the bytes of those that are kept as they are, else what is seen of a picture. */
export async function seenFiles(world: World, user: TestUser, name: string): Promise<unknown> {
  const http = api(world, user.token);
  const { body: list } = await http.get<{ posts: { ID: number; name: string }[] }>(
    'dt-posts/v2/contacts?sort=name&limit=1000',
  );
  const { ID: id = 0 } = list.posts.find((each) => each.name === name) ?? {};
  const { body: record } = await http.get<Record<string, unknown>>(`dt-posts/v2/contacts/${id}`);
  const { body: said } = await http.get<{ comments: Comment[] }>(`dt-posts/v2/contacts/${id}/comments`);
  const bytes = async (meta_key: string, file_key: string) => {
    const response = await downloaded(world, user.token, { id, meta_key, file_key });
    expect({ meta_key, status: response.status }).toEqual({ meta_key, status: 200 });
    return Buffer.from(await response.arrayBuffer());
  };
  const seen = async (content: Buffer) => {
    const { format, width, height } = await sharp(content)
      .metadata()
      .catch(() => ({ format: undefined, width: 0, height: 0 }));
    return format ? { format, width, height } : content.toString('base64');
  };
  const files = record['x_files'] as { key: string; name: string; type: string; uploaded_at: number }[];
  const picture = record['record_picture'] as { full: string };
  const shown = await fetch(world.gatewayUrl + new URL(picture.full).pathname);
  const withFiles = said.comments.filter(
    ({ comment_meta: meta }) => 'x_picture' in meta || 'x_sound' in meta,
  );
  return {
    picture: await seen(Buffer.from(await shown.arrayBuffer())),
    files: await Promise.all(
      files.map(async ({ key, name: called, type, uploaded_at }) => ({
        called,
        type,
        uploaded_at,
        seen: await seen(await bytes('x_files', key)),
      })),
    ),
    comments: await Promise.all(
      withFiles.map(async ({ comment_content: text, comment_meta: meta }) => {
        const field = 'x_picture' in meta ? 'x_picture' : 'x_sound';
        return { text, field, seen: await seen(await bytes(field, meta[field]?.[0]?.value ?? '')) };
      }),
    ),
  };
}

interface Comment {
  readonly comment_content: string;
  readonly comment_meta: Readonly<Record<string, readonly { readonly value: string }[]>>;
}
