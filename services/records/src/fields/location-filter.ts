import type { Saying } from '@svc/contracts';
import { signedWords } from './filter-operands.ts';
import type { Field, FilterAt, FoundBy, ParsedFilter } from './field-type.ts';
import { unsetFilter } from './membership-filter.ts';

interface Places {
  readonly included: readonly number[];
  readonly excluded: readonly number[];
}

const what: Saying = 'ids of the location grid';
const words = { pattern: /^\d{1,15}$/, what };

/**
 * Rows of the location grid with everything below them; `-` excludes records of which any location lies there, `[]`
 * is none.
 */
export function locationFilter(operand: unknown, field: Field): ParsedFilter {
  const given = signedWords(operand, field, words);
  if ('problem' in given) return given;
  const included = given.included.map(Number);
  const excluded = given.excluded.map(Number);
  if (included.length + excluded.length === 0) return { filter: unsetFilter };
  return {
    filter: {
      matchesUnset: included.length === 0,
      resolve: (at) =>
        at.word ? byWords({ included, excluded }, at.word) : byValues({ included, excluded }, at),
    },
  };
}

/** Records carry a word for each place that their locations lie in. */
function byWords({ included, excluded }: Places, word: (gridId: number) => string): FoundBy {
  const words = included.map(word);
  const condition = {
    words: {
      ...(words.length > 0 ? { $in: words } : {}),
      ...(excluded.length > 0 ? { $nin: excluded.map(word) } : {}),
    },
  };
  return words.length > 0 ? { condition, candidates: { words } } : { condition };
}

async function byValues({ included, excluded }: Places, { path, search }: FilterAt): Promise<FoundBy> {
  const [within, without] = await Promise.all(
    [included, excluded].map(async (ids) => (ids.length > 0 ? search.placesBelow(ids) : undefined)),
  );
  return {
    condition: { [path]: { ...(within ? { $in: within } : {}), ...(without ? { $nin: without } : {}) } },
  };
}
