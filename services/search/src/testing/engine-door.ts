import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { listening } from '@svc/testing';

/** A door to a server that a test can shut, block and open: shut, the server is away; blocked, it takes everything and answers nothing. */
export class EngineDoor {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The address that leads through the door. */
  url = '';
  #isOpen = true;
  #isBlocked = false;
  /** Longest time a request is held up at the door, in milliseconds; each time another. */
  slowness = 0;
  /** What `holdBack` was told, until a request has the text. */
  #heldBack: { readonly text: string; readonly until: Promise<unknown> } | undefined;

  private constructor(target: URL) {
    this.#server = createServer((socket) => {
      if (!this.#isOpen) return socket.destroy();
      const beyond = connect(Number(target.port), target.hostname);
      for (const one of [socket, beyond]) {
        this.#sockets.add(one);
        one.on('error', () => undefined).on('close', () => this.#sockets.delete(one));
      }
      socket.pipe(this.#holdUp()).pipe(beyond).pipe(socket);
      return undefined;
    });
  }

  /** A door to the server at an address. */
  static async to(address: string): Promise<EngineDoor> {
    const door = new EngineDoor(new URL(address));
    door.url = `http://127.0.0.1:${await listening(door.#server)}`;
    return door;
  }

  #holdUp(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        const heldBack = this.#heldBack;
        if (heldBack && chunk.includes(heldBack.text)) {
          this.#heldBack = undefined;
          void heldBack.until.then(() => pass(null, chunk));
        } else if (this.#isBlocked) pass();
        else if (this.slowness === 0) pass(null, chunk);
        else setTimeout(() => pass(null, chunk), Math.random() * this.slowness);
      },
    });
  }

  /** Ends all connections and lets none through. */
  shut(): void {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Lets the next request with this text through when the promise resolves: by then its sender may have given up. */
  holdBack(text: string, until: Promise<unknown>): void {
    this.#heldBack = { text, until };
  }

  /** Keeps what comes from now on, and lets its senders wait. */
  block(): void {
    this.#isBlocked = true;
  }

  /** Whoever waited at a blocked door has to come again. */
  open(): void {
    if (this.#isBlocked) this.shut();
    this.#isBlocked = false;
    this.#isOpen = true;
  }

  close(): void {
    this.shut();
    this.#server.close();
  }
}
