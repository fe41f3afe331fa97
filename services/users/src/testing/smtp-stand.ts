import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerAuthentication } from 'smtp-server';

/** A mail as the server got it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines, unfolded. */
  readonly headers: readonly string[];
  /** Everything, as it came over the wire. */
  readonly raw: string;
}

/** An SMTP server on this machine that keeps what it gets, and refuses what a test wants refused. */
export class SmtpStand {
  readonly received: ReceivedMail[] = [];
  readonly logins: SMTPServerAuthentication[] = [];
  /** The answer to `RCPT TO` instead of yes. */
  refusal: { readonly status: number; readonly words: string } | undefined;
  /** What happens when a mail has come: `cut` ends the connection before the answer, `hang` never answers. */
  atEnd: 'accept' | 'cut' | 'hang' = 'accept';
  /** So many mails it takes over one connection, and ends it at the next one. */
  maxPerConnection = Infinity;
  /** Connections that there were. */
  connections = 0;
  /** Mails that came, the ones that got no answer among them. */
  arrivals = 0;
  /** By connection. */
  readonly #mailsOf = new Map<string, number>();
  #server: SMTPServer | undefined;
  #port = 0;

  /** Listens; on the port it had, if it had one. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      closeTimeout: 1,
      onAuth: (auth, _session, done) => {
        this.logins.push(auth);
        done(null, { user: auth.username });
      },
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onMailFrom: (_address, { id }, done) => {
        const count = (this.#mailsOf.get(id) ?? 0) + 1;
        this.#mailsOf.set(id, count);
        done(count > this.maxPerConnection ? refusedWith(421, 'Enough for now') : null);
      },
      onRcptTo: (_address, _session, done) => {
        const { refusal } = this;
        done(refusal ? refusedWith(refusal.status, refusal.words) : null);
      },
      onData: (stream, session, done) => {
        void text(stream).then((raw) => {
          this.arrivals += 1;
          if (this.atEnd === 'hang') return;
          if (this.atEnd === 'cut') return this.#cutAll(server);
          const { mailFrom, rcptTo } = session.envelope;
          const to = rcptTo.map(({ address }) => address);
          this.received.push({ from: mailFrom ? mailFrom.address : '', to, raw, headers: headersOf(raw) });
          done();
        });
      },
    });
    server.on('error', () => undefined);
    const listening = once(server.server, 'listening');
    server.listen(this.#port, '127.0.0.1');
    await listening;
    this.#port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Nobody listens any more. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    this.#cutAll(server);
    await new Promise<void>((resolve) => server.close(resolve));
  }

  #cutAll(server: SMTPServer): void {
    const { connections } = server as unknown as { connections: Set<{ _socket: { destroy(): void } }> };
    for (const { _socket: socket } of connections) socket.destroy();
  }
}

function refusedWith(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}

function headersOf(raw: string): string[] {
  const [head = ''] = raw.split('\r\n\r\n');
  return head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
}
