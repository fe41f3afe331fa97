/** An answer of a read that is JSON already, in UTF-8: it is sent as it is. Nothing checks that it has the operation's form. */
export class ReadyJson {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}
