/**
 * An answer with a reservation: the client gets the output as its body and the reservation as a `Warning` header (code 199). For
 * answers that are right and less than usual, such as those of a fallback.
 */
export class Warned<Output> {
  readonly output: Output;
  /** In English and ASCII: headers know no other. */
  readonly warning: string;

  constructor(output: Output, warning: string) {
    this.output = output;
    this.warning = warning;
  }
}
