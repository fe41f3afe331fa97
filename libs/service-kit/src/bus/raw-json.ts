/** The answer of a read as JSON in UTF-8, which is sent unchanged. It is not checked against the operation's schema. */
export class RawJson {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}
