import { setImmediate as turn } from 'node:timers/promises';

/** Waits until a turn of the event loop adds nothing to a list, or it has `most` items: what arrives together is handled together. */
export async function gathered(list: { readonly length: number }, most: number): Promise<void> {
  for (let before = 0; before < list.length && before < most;) {
    before = list.length;
    await turn();
  }
}
