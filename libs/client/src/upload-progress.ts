/** How much of an upload has been sent. */
export interface Progress {
  /** Bytes that were sent, with the frame of the form. */
  readonly sent: number;
  /** Bytes in all; undefined where the platform does not say. */
  readonly total: number | undefined;
}

/** The used part of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type OnProgress = (progress: Progress) => void;

/**
 * A `fetch` that reports the progress of its upload. `fetch` itself cannot: browsers and React Native report progress from `XMLHttpRequest` alone, and
 * elsewhere the body is a stream whose bytes are counted.
 */
export function withProgress(send: Fetch, onProgress: OnProgress): Fetch {
  const { XMLHttpRequest } = globalThis as { readonly XMLHttpRequest?: new () => UploadRequest };
  return (url, init) =>
    XMLHttpRequest
      ? sendByRequest(new XMLHttpRequest(), { url, init, onProgress })
      : sendAsStream(send, { url, init, onProgress });
}

interface Upload {
  readonly url: string;
  readonly init: RequestInit;
  readonly onProgress: OnProgress;
}

/** The used part of `XMLHttpRequest`, which Node's types do not have. */
interface UploadRequest {
  readonly status: number;
  readonly response: Blob;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  responseType: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}

function sendByRequest(request: UploadRequest, { url, init, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new TypeError('The upload failed.'));
    request.open(init.method ?? 'POST', url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(init.headers ?? {}))
      request.setRequestHeader(name, value as string);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      const { status, response } = request;
      resolve(new Response(response, { status, headers: headersIn(request.getAllResponseHeaders()) }));
    };
    init.signal?.addEventListener('abort', () => request.abort());
    if (init.signal?.aborted) return fail();
    request.send(init.body);
  });
}

function headersIn(text: string): [string, string][] {
  return text
    .split('\r\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
}

/** Encodes the form first, so that its size is known. */
async function sendAsStream(send: Fetch, { url, init, onProgress }: Upload): Promise<Response> {
  const form = new Response(init.body);
  const contentType = form.headers.get('content-type') as string;
  const encoded = await form.blob();
  const total = encoded.size;
  let sent = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.byteLength;
      controller.enqueue(chunk);
      onProgress({ sent, total });
    },
  });
  const body = encoded.stream().pipeThrough(counted);
  const headers = { ...(init.headers as Record<string, string>), 'Content-Type': contentType };
  // Without `duplex`, platforms refuse a stream as body.
  const streamed: RequestInit & { readonly duplex: 'half' } = { ...init, headers, body, duplex: 'half' };
  return send(url, streamed);
}
