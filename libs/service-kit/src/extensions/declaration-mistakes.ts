/** The mistakes in the declarations of all extensions, collected over the steps of a start and reported together. */
export class DeclarationMistakes {
  readonly #lines = new Set<string>();

  /** Adds a mistake: the name of the extension, the path in its declaration, and what is wrong and what would be right. */
  add(extension: string, path: string, problem: string): void {
    this.#lines.add(`  ${extension}: ${path ? `${path}: ` : ''}${problem}`);
  }

  /** @throws Error listing all mistakes, if there are any. */
  throwIfAny(): void {
    const count = this.#lines.size;
    if (count === 0) return;
    const summary = count === 1 ? 'a mistake' : `${count} mistakes`;
    throw new Error(`The declarations of extensions have ${summary}:\n${[...this.#lines].join('\n')}`);
  }
}
