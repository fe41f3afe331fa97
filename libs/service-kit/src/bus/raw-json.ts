/** The answer of a read as JSON in UTF-8. It is sent unchanged, and not checked against the schema of the operation. */
export class RawJson {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}
