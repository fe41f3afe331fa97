import { request } from 'node:http';
import type { Door } from './http.ts';

export interface FileToSend {
  readonly name: string;
  readonly bytes: string | Uint8Array<ArrayBuffer>;
  /** The content type that the client declares. */
  readonly type?: string;
}

/** The answer to an upload of several files, or of one. */
export interface Uploaded {
  readonly uploaded: boolean;
  readonly uploaded_key: string;
  readonly uploaded_msg: string | null;
  readonly uploaded_keys: readonly string[];
  readonly uploaded_files: readonly {
    readonly uploaded: boolean;
    readonly uploaded_key: string;
    readonly uploaded_msg: string | null;
    readonly file: Readonly<Record<string, unknown>> | null;
  }[];
  readonly code?: string;
}

/** Uploads files to a contact with a form like that of clients. */
export async function upload(
  { gatewayUrl }: Door,
  token: string,
  { id, fields, files }: { id: number; fields: Record<string, string>; files: readonly FileToSend[] },
): Promise<{ status: number; body: Uploaded }> {
  const form = new FormData();
  // The fields with the target of the files may follow the files.
  for (const { name, bytes, type = 'application/octet-stream' } of files)
    form.append('storage_upload_files[]', new Blob([bytes], { type }), name);
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  const url = `${gatewayUrl}/wp-json/svc-posts/v2/contacts/${id}/storage_upload`;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(url, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as Uploaded };
}

/** Asks for a file of a contact. */
export const downloaded = (
  { gatewayUrl }: Door,
  token: string,
  { id, ...body }: { id: number; meta_key: string; file_key: string },
): Promise<Response> =>
  fetch(`${gatewayUrl}/wp-json/svc-posts/v2/contacts/${id}/storage_download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Begins an upload to a contact that stalls after these bytes of its file. Returns the function that aborts it. */
export function halfAnUpload(
  { gatewayUrl }: Door,
  token: string,
  { id, bytes }: { id: number; bytes: Uint8Array },
): () => void {
  const url = `${gatewayUrl}/wp-json/svc-posts/v2/contacts/${id}/storage_upload`;
  const type = 'multipart/form-data; boundary=x';
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const sending = request(url, { method: 'POST', headers, agent: false });
  // Either side aborts the request.
  sending.on('error', () => {});
  const part = 'content-disposition: form-data; name="storage_upload_files[]"; filename="a.bin"';
  sending.write(`--x\r\n${part}\r\n\r\n`);
  sending.write(bytes);
  return () => void sending.destroy();
}
