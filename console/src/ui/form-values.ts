/** The text of a control of a form; empty for a file or an unknown name. */
export function textIn(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

/** The values of the checked controls of a name. */
export function textsIn(values: FormData, name: string): string[] {
  return values.getAll(name).filter((value) => typeof value === 'string');
}
