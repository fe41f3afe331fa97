import fc from 'fast-check';
import { meetsAll, type Asked, type ModelFilters } from './model-filter.ts';
import { valuesOf } from './model-record.ts';

interface TextOperand {
  readonly kind: 'part' | 'whole' | 'any';
  readonly text: string;
}

const parts = [
  'apple',
  'PIE',
  'pie',
  '.',
  '*c',
  '(',
  'é',
  'É',
  'APPLE PIE',
  'a.b*c',
  '10',
  '$',
  '\\',
  'nn',
  '+49',
  ' ',
];
const names = ['ann', 'a n', 'ANN LEE', 'emile', 'É', 'lee ann', '.', 'zz', 'n l', 'ann\nlee'];

const wanted = (texts: readonly string[]): fc.Arbitrary<TextOperand> =>
  fc.oneof(
    fc.record({ kind: fc.constant('part' as const), text: fc.constantFrom(...texts) }),
    fc.record({ kind: fc.constant('whole' as const), text: fc.constantFrom(...texts) }),
    fc.constant({ kind: 'any' as const, text: '*' }),
  );

const asked = (texts: readonly string[]): fc.Arbitrary<Asked<TextOperand>[]> =>
  fc.array(fc.record({ not: fc.boolean(), what: wanted(texts) }), { maxLength: 3 });

/** Texts and channels: found anywhere, `^` the whole of it, `-` none of it, `*` any, and no operand is no text. */
export const textFilters: ModelFilters = (key) =>
  asked(parts).map((operands) => ({
    key,
    operand: operands.map(operandOf),
    meets(record, caller) {
      const texts = valuesOf<string>(record, key, caller);
      if (operands.length === 0) return texts.every((text) => text === '');
      return meetsAll(operands, ({ kind, text }) =>
        texts.some((each) => {
          if (kind === 'any') return each !== '';
          const has = each.toLowerCase();
          const sought = text.toLowerCase();
          return kind === 'whole' ? has === sought : has.includes(sought);
        }),
      );
    },
  }));

/** Names: blanks stand for anything, accents do not count, and a text alone is a list of it. */
export const nameFilters: ModelFilters = (key) =>
  fc.tuple(asked(names), fc.boolean()).map(([operands, isAlone]) => ({
    key,
    operand:
      isAlone && operands.length === 1
        ? operandOf(operands[0] as Asked<TextOperand>)
        : operands.map(operandOf),
    meets: ({ name }) =>
      operands.length === 0
        ? false
        : meetsAll(operands, ({ kind, text }) => kind === 'any' || matchesName(name, kind, text)),
  }));

function matchesName(name: string, kind: TextOperand['kind'], text: string): boolean {
  return kind === 'whole'
    ? folded(name) === folded(text)
    : hasInOrder(folded(name), folded(text).split(/\s+/));
}

/** Whether the words come one after the other, whatever stands between them. */
export function hasInOrder(text: string, words: readonly string[]): boolean {
  const [word, ...others] = words;
  if (word === undefined) return true;
  const at = text.indexOf(word);
  return at >= 0 && hasInOrder(text.slice(at + word.length), others);
}

/** Without blanks around it, case and accents. */
export function folded(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}

function operandOf({ not, what: { kind, text } }: Asked<TextOperand>): string {
  return `${not ? '-' : ''}${kind === 'whole' ? '^' : ''}${text}`;
}
