import anyAscii from 'any-ascii';

/** Indian scripts don't write the vowel "a" at the end of a word; this states when it is also silent. */
type SilentEnd = 'mostly' | 'after-one-consonant' | 'never';

interface Script {
  readonly silentEnd: SilentEnd;
  /** Sounds that differ from `CONSONANTS`, by their position in the block. */
  readonly sounds?: Readonly<Record<number, string>>;
}

const BLOCK = 0x80;
/** The scripts, keyed by the first code point of their block. All blocks have the same layout. */
const SCRIPTS: Readonly<Record<number, Script>> = {
  2304: { silentEnd: 'mostly' }, // Devanagari
  2432: { silentEnd: 'after-one-consonant', sounds: { 112: 'r', 113: 'w' } }, // Bengali and Assamese
  2560: { silentEnd: 'mostly', sounds: { 92: 'r' } }, // Gurmukhi
  2688: { silentEnd: 'mostly' }, // Gujarati
  2816: { silentEnd: 'after-one-consonant', sounds: { 95: 'y', 113: 'w' } }, // Odia
  2944: { silentEnd: 'never', sounds: { 26: 's', 36: 'th' } }, // Tamil
  3072: { silentEnd: 'never' }, // Telugu
  3200: { silentEnd: 'never' }, // Kannada
  3328: { silentEnd: 'never' }, // Malayalam
};

const indexSounds = (first: number, sounds: string): (readonly [number, string])[] =>
  sounds.split(' ').map((sound, index) => [first + index, sound]);

const CONSONANTS = new Map(
  indexSounds(0x15, 'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h'),
);
const VOWELS = new Map([
  ...indexSounds(0x04, 'a a a i i u u ri li e e e ai o o o au'),
  ...indexSounds(0x60, 'ri li'),
]);
const VOWEL_SIGNS = new Map([
  ...indexSounds(0x3e, 'a i i u u ri ri e e e ai o o o au'),
  [0x57, 'au'],
  ...indexSounds(0x62, 'li li'),
]);
/** Letters for a consonant without a vowel: the khanda ta of Bengali and the chillus of Malayalam. */
const BARE_CONSONANTS = new Map([[0x09ce, 't'], [0x0d4e, 'r'], ...indexSounds(0x0d7a, 'n n r l l k')]);
/** The Latin letter of a consonant with a nukta. */
const NUKTA_CONSONANTS: Readonly<Record<string, string>> = {
  k: 'q',
  j: 'z',
  d: 'r',
  dh: 'rh',
  ph: 'f',
  p: 'f',
  s: 'sh',
};

const NASALS: readonly number[] = [0x01, 0x02];
const VISARGA = 0x03;
const NYA = 0x1e;
const NUKTA = 0x3c;
const VIRAMA = 0x4d;
const TIPPI = 0x0a70;
const ADDAK = 0x0a71;
const AYTHAM = 0x0b83;

interface Syllable {
  consonant: string;
  /** Empty if there is no consonant. */
  vowel: string;
  /** Whether the vowel is an "a" that the script does not write. */
  isInherent: boolean;
  isNasal: boolean;
}

const INDIAN_WORD = /(?:(?=[\p{L}\p{M}])[\u0900-\u0d7f])+/gu;
/** Symbols that a transliteration would spell out; ASCII symbols stay. */
const SYMBOLS = /[^\0-\x7f](?<=[\p{Extended_Pictographic}\p{S}])/gu;
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]|\u20e3/gu;

/**
 * Transliterates a text into ASCII, because banks accept only ASCII names (BANK-07). Indian scripts get the vowels
 * that are spoken but not written ("सीता वर्मा" becomes "Sita Varma"). Other scripts are transliterated letter by
 * letter. Emoji and other symbols are removed.
 */
export function transliterate(text: string): string {
  const plain = text.normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(SYMBOLS, ' ');
  return anyAscii(plain.replaceAll(INDIAN_WORD, transliterateWord));
}

function transliterateWord(word: string): string {
  const first = word.charCodeAt(0);
  const script = SCRIPTS[first - (first % BLOCK)];
  if (!script) return word;
  const syllables = syllablesOf(word, script);
  silenceEnd(syllables, script.silentEnd);
  if (script.silentEnd === 'mostly') silenceMiddle(syllables);
  const latin = syllables
    .map((syllable, index) => soundOf(syllable, syllables[index + 1], script.silentEnd))
    .join('');
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}

function syllablesOf(word: string, script: Script): Syllable[] {
  const syllables: Syllable[] = [];
  let before = 0;
  for (const letter of word) {
    const code = letter.charCodeAt(0);
    const last = syllables.at(-1);
    const consonant = script.sounds?.[code % BLOCK] ?? CONSONANTS.get(code % BLOCK);
    const bare = BARE_CONSONANTS.get(code);
    const vowel = VOWELS.get(code % BLOCK);
    if (bare !== undefined) syllables.push(createSyllable(bare, ''));
    else if (consonant !== undefined) syllables.push(...withConsonant({ code, consonant, before, last }, script));
    else if (vowel !== undefined) syllables.push(createSyllable('', vowel));
    else syllables.push(...withSign(code, last));
    before = code;
  }
  return syllables;
}

const createSyllable = (consonant: string, vowel: string, isInherent = false): Syllable => ({
  consonant,
  vowel,
  isInherent,
  isNasal: false,
});

interface Letter {
  readonly code: number;
  readonly consonant: string;
  /** The code of the preceding letter. */
  readonly before: number;
  readonly last: Syllable | undefined;
}

/** Returns the syllables that a consonant starts. There are two if the preceding sign doubles the consonant. */
function withConsonant({ code, consonant, before, last }: Letter, { silentEnd }: Script): Syllable[] {
  if (before === ADDAK) return [createSyllable(consonant.charAt(0), ''), createSyllable(consonant, 'a', true)];
  if (before === AYTHAM) return [createSyllable(NUKTA_CONSONANTS[consonant] ?? consonant, 'a', true)];
  // In the north, ज्ञ is pronounced "gy".
  if (code % BLOCK === NYA && last?.consonant === 'j' && last.vowel === '' && silentEnd === 'mostly') {
    last.consonant = 'g';
    return [createSyllable('y', 'a', true)];
  }
  return [createSyllable(consonant, 'a', true)];
}

/** Applies a sign to the preceding syllable, or returns a new syllable for it. */
function withSign(code: number, last: Syllable | undefined): Syllable[] {
  const offset = code % BLOCK;
  const vowel = offset === VIRAMA ? '' : VOWEL_SIGNS.get(offset);
  if (offset === VISARGA) return code === AYTHAM ? [] : [createSyllable('h', '')];
  if (last && (NASALS.includes(offset) || code === TIPPI)) last.isNasal = true;
  else if (last && offset === NUKTA) last.consonant = NUKTA_CONSONANTS[last.consonant] ?? last.consonant;
  else if (last?.isInherent && vowel !== undefined) {
    last.vowel = vowel;
    last.isInherent = false;
  } else if (vowel) return [createSyllable('', vowel)];
  return [];
}

/** Removes the silent "a" at the end of a word: गीत becomes "git", but मिश्र stays "mishra". */
function silenceEnd(syllables: readonly Syllable[], silentEnd: SilentEnd): void {
  const last = syllables.at(-1);
  const before = syllables.at(-2);
  if (silentEnd === 'never' || !last?.isInherent || last.isNasal || !before) return;
  const { consonant } = last;
  const isCluster = before.vowel === '' || (before.isNasal && silentEnd === 'after-one-consonant');
  const isSpoken = isCluster
    ? silentEnd === 'after-one-consonant' || /^[yrlvmn]$/.test(consonant)
    : consonant === 'y' && before.vowel === 'i';
  if (!isSpoken) last.vowel = '';
}

/** Removes the silent "a" between a vowel and a syllable with a written vowel: अरविंद becomes "arvind". */
function silenceMiddle(syllables: readonly Syllable[]): void {
  for (const [index, syllable] of syllables.entries()) {
    const before = syllables[index - 1];
    const next = syllables[index + 1];
    if (!syllable.isInherent || syllable.isNasal || !before || !next) continue;
    const isAfterVowel = before.vowel !== '' && !before.isNasal;
    const isBeforeVowel = next.consonant !== '' && next.vowel !== '' && !next.isInherent;
    // Handles "pr" in the second part of हरप्रीत and जयप्रकाश.
    const isBeforePr = next.consonant === 'p' && next.vowel === '' && syllables[index + 2]?.consonant === 'r';
    if (isAfterVowel && (isBeforeVowel || isBeforePr)) syllable.vowel = '';
  }
}

function soundOf(
  { consonant, vowel, isNasal }: Syllable,
  next: Syllable | undefined,
  silentEnd: SilentEnd,
): string {
  // A doubled digraph is written once: முத்து becomes "muthu".
  const isDoubled = vowel === '' && consonant.length > 1 && next?.consonant === consonant;
  return `${isDoubled ? '' : consonant}${vowel}${isNasal ? nasalBefore(next?.consonant ?? '', silentEnd) : ''}`;
}

const FINAL_NASALS = { mostly: 'n', 'after-one-consonant': 'ng', never: 'm' } as const;
const NASALS_BEFORE_H = { mostly: 'ng', 'after-one-consonant': 'n', never: 'm' } as const;

/** Returns the Latin letters of a nasal: सिंह becomes "singh", সিংহ "sinha" and సింహ "simha". */
function nasalBefore(consonant: string, silentEnd: SilentEnd): string {
  if (consonant === '') return FINAL_NASALS[silentEnd];
  if (consonant === 'h') return NASALS_BEFORE_H[silentEnd];
  return /^[pbmf]/.test(consonant) ? 'm' : 'n';
}
