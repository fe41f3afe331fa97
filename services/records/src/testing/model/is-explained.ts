import { permutations } from '../permutations.ts';
import {
  idsIn,
  isSameState,
  keptIn,
  readBy,
  stateAfter,
  type ModelRequest,
  type ModelState,
} from './model-state.ts';

/** What happened: requests at the same time, what was read before and after them, and what they were answered. */
export interface Observed {
  readonly before: ModelState;
  readonly after: ModelState;
  /** Undefined for a request that was refused. */
  readonly answers: ReadonlyMap<ModelRequest, ModelState | undefined>;
}

/** Whether the requests, one after the other in some order, leave what is read and answer what they answered. */
export function isExplained(observed: Observed): boolean {
  const known = idsIn(observed.before);
  return permutations([...observed.answers.keys()]).some((order) =>
    explains(order, [observed.before], { ...observed, known }),
  );
}

function explains(
  [request, ...rest]: readonly ModelRequest[],
  states: readonly ModelState[],
  observed: Observed & { readonly known: ReadonlySet<unknown> },
): boolean {
  const { known } = observed;
  const state = states.at(-1) ?? {};
  if (!request) return isSameState(state, observed.after, known);
  const answer = observed.answers.get(request);
  return variantsOf(request, states).some((variant) => {
    const after = stateAfter(state, variant);
    if (!after || !answer) return !after && !answer && explains(rest, [...states, state], observed);
    const isAnswered = isSameState(readBy(after, request.userId), answer, known);
    return isAnswered && explains(rest, [...states, after], observed);
  });
}

/** A field that held a value when its request was read is left alone, also when somebody else has emptied it since. */
function variantsOf(request: ModelRequest, states: readonly ModelState[]): ModelRequest[] {
  if (!request.keeps) return [request];
  const kept = new Set(states.flatMap((state) => keptIn(state, request)));
  return subsets([...kept]).map((keys) => ({
    ...request,
    writes: request.writes.filter(({ key }) => !keys.includes(key)),
  }));
}

function subsets([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((others) => [others, [first, ...others]]);
}
