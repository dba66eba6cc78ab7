import { foldText } from '@wayside/contract/wire/fold-text';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Reading } from './read-search.ts';
import { defineStatement } from './statement.ts';

const NAME_SOUNDS = defineStatement({
  name: 'name-sounds',
  text: 'SELECT name_sounds(word) AS keys FROM unnest($1::text[]) WITH ORDINALITY AS words (word, place) ORDER BY place',
  row: z.object({ keys: z.array(z.string()) }),
  example: [['bhavna']],
});

/** Letters and name punctuation, but no digits or symbols of ids, emails and amounts. */
const NAME = /^[\p{L}\p{M} .,'-]+$/u;
const MAX_WORDS = 6;
const MIN_WORD_LENGTH = 3;
/** Dr. and -ji in Latin letters and Indian scripts, Md. and similar titles. */
const SHORT_TITLE = /^(?:mr|ms|dr|er|ji|md|sh|[डডਡડଡడಡഡजজਜજଜஜజಜജ]\p{M})$/u;

/** The article in Arabic and Persian names: "Noor-ul-Haq", "Zeb un Nisa". */
const PARTICLE = /^(?:u[dlnrstz]|al|el)$/;

/** Returns the folded words whose sounds are compared, without initials; empty if the text is not a name. */
export function toComparableWords(text: string): readonly string[] {
  const folded = foldText(text);
  if (!NAME.test(folded)) return [];
  const words = folded.split(/[^\p{L}\p{M}']+/u).filter((word) => word.length > 1 && !PARTICLE.test(word));
  // A word of two letters has no phonetic key.
  const isWhole = (word: string) => word.length >= MIN_WORD_LENGTH || SHORT_TITLE.test(word);
  return words.length <= MAX_WORDS && words.every(isWhole) ? words : [];
}

/**
 * Returns the keys of names that sound like a word; a name needs to have only one of them.
 * @param keys by `name_sounds`, two per spelling
 */
export const alternativesOf = (keys: readonly string[]): readonly string[] =>
  keys.map((key, index) => (keys[index + 1]?.startsWith('^') === false ? key.replace('~', '^') : key));

/**
 * Returns readings for names that sound like the text, followed by names that look like it (FIND-03); empty if the
 * text is not a name.
 */
export async function readSimilarNames(database: Database, text: string): Promise<readonly Reading[]> {
  const words = toComparableWords(text);
  const sounds = words.length === 0 ? [] : await database.rows(NAME_SOUNDS, [words]);
  // A form of address has no keys.
  const compared = sounds.filter(({ keys }) => keys.length > 0);
  if (compared.length === 0) return [];
  return [
    { kind: 'similar', values: compared.map(({ keys }) => alternativesOf(keys)) },
    { kind: 'alike', values: [foldText(text)] },
  ];
}
