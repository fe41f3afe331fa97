import { expect, test } from '@jest/globals';
import { Choices } from '@svc/demo';
import { searchTerms } from './search-terms.ts';

const contacts = [
  { name: 'Amina Example', phones: ['+99 012 3456 789'] },
  { name: '陈静 王', phones: [] },
  { name: 'Li Wu', phones: ['0170 1', '+49 30 5550100'] },
];
const names = contacts.map(({ name }) => name);

const terms = () => searchTerms(contacts, new Choices(7));

function draw<Item>(count: number, next: () => Item): Item[] {
  return Array.from({ length: count }, next);
}

test('a text is three to seven characters of a name, without a blank at its ends', () => {
  const { text } = terms();
  const drawn = draw(60, text);
  for (const term of drawn) {
    expect(names.some((name) => name.includes(term))).toBe(true);
    expect(term).toBe(term.trim());
  }
  expect(new Set(drawn.map((term) => [...term].length))).toEqual(new Set([3, 4, 5, 6, 7]));
});

test('a text is drawn again only when nearly all others were drawn', () => {
  const { text } = terms();
  const drawn = draw(30, text);
  expect(new Set(drawn).size).toBe(30);
  expect(draw(500, text)).toContain(drawn[0]);
});

test('a phone search is six consecutive digits of a number', () => {
  const { phone } = terms();
  const numbers = ['990123456789', '49305550100'];
  for (const term of draw(20, phone)) {
    expect(term).toMatch(/^\d{6}$/);
    expect(numbers.some((number) => number.includes(term))).toBe(true);
  }
});

test('keystrokes extend the beginning of one name after the other from three to seven characters', () => {
  const { keystroke } = searchTerms([contacts[0]!], new Choices(1));
  // The blank after the first name changes nothing.
  expect(draw(5, keystroke)).toEqual(['Ami', 'Amin', 'Amina', 'Amina E', 'Ami']);
  const short = searchTerms([contacts[1]!], new Choices(1));
  expect(draw(2, short.keystroke)).toEqual(['陈静 王', '陈静 王']);
});

test('contacts without a long number have no phone search', () => {
  expect(() => searchTerms([contacts[1]!], new Choices(1)).phone()).toThrow('no contact');
});
