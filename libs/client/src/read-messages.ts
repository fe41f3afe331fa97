/** A server-sent message. A comment, which keeps the connection open, has no `event`; it may have an id. */
export interface Message {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

/** Reads server-sent messages (https://html.spec.whatwg.org/multipage/server-sent-events.html) while they arrive. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    pending += decoder.decode(chunk.value, { stream: true });
    const blocks = pending.split(/\r?\n\r?\n/);
    pending = blocks.pop() ?? '';
    for (const block of blocks) yield parseBlock(block);
  }
}

function parseBlock(block: string): Message {
  const values: Record<string, string> = {};
  for (const line of block.split(/\r?\n/)) {
    const colon = line.includes(':') ? line.indexOf(':') : line.length;
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, '');
    values[name] = name === 'data' && values['data'] !== undefined ? `${values['data']}\n${value}` : value;
  }
  return { id: values['id'], event: values['event'], data: values['data'] ?? '' };
}
