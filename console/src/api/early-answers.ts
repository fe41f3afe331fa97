/** Answers that were requested before the code of their page had arrived, by the names of the requests. */
const answers = new Map<string, Promise<unknown>>();

/** Requests something for a page that is not there yet. */
export function loadEarly(name: string, load: () => Promise<unknown>): void {
  const answer = load();
  // The page that takes the answer shows the error.
  answer.catch(() => undefined);
  answers.set(name, answer);
}

/** The answer that was requested early, and otherwise one that is requested now. Each is taken once, because the next one may differ. */
export function takeEarly<T>(name: string, load: () => Promise<T>): Promise<T> {
  const answer = answers.get(name) as Promise<T> | undefined;
  answers.delete(name);
  return answer ?? load();
}

/** Drops the answers that the first page has not taken: for a later one they would be stale. */
export function dropEarly(): void {
  answers.clear();
}
