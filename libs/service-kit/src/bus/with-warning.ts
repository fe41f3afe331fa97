/**
 * An answer with a warning: the client gets the output as its body and the warning as a `Warning` header (code 199). For
 * answers that are correct but incomplete, such as those of a fallback.
 */
export class WithWarning<Output> {
  readonly output: Output;
  /** In English and ASCII: headers know no other. */
  readonly warning: string;

  constructor(output: Output, warning: string) {
    this.output = output;
    this.warning = warning;
  }
}
