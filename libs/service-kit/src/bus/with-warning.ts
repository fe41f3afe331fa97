/** The answer of a read of one record, with the version of the record, which clients send when they change it. */
export class WithVersion<Output> {
  readonly output: Output;
  readonly version: number;

  constructor(output: Output, version: number) {
    this.output = output;
    this.version = version;
  }
}

/**
 * An answer with a warning: the client gets the output as its body and the warning as a `Warning` header (code 199). For
 * answers that are correct but incomplete, such as those of a fallback.
 */
export class WithWarning<Output> {
  readonly output: Output;
  /** An English text in ASCII, because headers carry no other characters. */
  readonly warning: string;

  constructor(output: Output, warning: string) {
    this.output = output;
    this.warning = warning;
  }
}
