import type { Choices } from '@svc/demo';

/** A stored contact, as people know it who look for it. */
export interface KnownContact {
  name: string;
  phones: readonly string[];
}

/** Texts that people type to find contacts. */
export interface SearchTerms {
  /** Three to seven characters from anywhere in a name. */
  text(): string;
  /** Six consecutive digits of a telephone number. */
  phone(): string;
  /** The next keystroke of a user who types one name after the other: its first three characters, its first four, and so on to seven. */
  keystroke(): string;
}

const shortest = 3;
const longest = 7;
const digitsOfPhone = 6;

/**
 * Terms from stored contacts: a name or number that many contacts have is drawn often. Texts and digits differ from each other as long as possible,
 * so that no cached page answers.
 */
export function searchTerms(contacts: readonly KnownContact[], choices: Choices): SearchTerms {
  const names = contacts.map(({ name }) => [...name]);
  const numbers = contacts
    .flatMap(({ phones }) => phones.map((phone) => phone.replaceAll(/\D/g, '')))
    .filter(({ length }) => length >= digitsOfPhone);
  const typed = keystrokes(names, choices);
  return {
    text: unrepeated(() => {
      const length = shortest + choices.below(longest - shortest + 1);
      return partOf(choices.one(names), length, choices);
    }),
    phone: unrepeated(() => {
      if (numbers.length === 0) throw new Error(`no contact has a number of ${digitsOfPhone} digits`);
      return partOf([...choices.one(numbers)], digitsOfPhone, choices);
    }),
    keystroke: () => typed.next().value,
  };
}

/** Consecutive characters from anywhere in a text, without a blank at their ends; the whole text if it has no such part. */
function partOf(characters: readonly string[], length: number, choices: Choices): string {
  const starts = [...characters.keys()].filter((start) => {
    const end = characters[start + length - 1];
    return end !== undefined && end !== ' ' && characters[start] !== ' ';
  });
  if (starts.length === 0) return characters.join('');
  const start = choices.one(starts);
  return characters.slice(start, start + length).join('');
}

function* keystrokes(names: readonly (readonly string[])[], choices: Choices): Generator<string, never> {
  for (;;) {
    const name = choices.one(names);
    const last = Math.min(longest, name.length);
    for (let length = Math.min(shortest, last); length <= last; length += 1)
      if (name[length - 1] !== ' ') yield name.slice(0, length).join('');
  }
}

const maxDraws = 30;

/** Draws values that were not drawn before; begins again when so many draws in a row find nothing new. */
function unrepeated(draw: () => string): () => string {
  const drawn = new Set<string>();
  return () => {
    let value = draw();
    for (let draws = 1; drawn.has(value) && draws < maxDraws; draws += 1) value = draw();
    if (drawn.has(value)) drawn.clear();
    drawn.add(value);
    return value;
  };
}
