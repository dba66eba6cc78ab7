import { describe, expect, it } from 'vitest';
import { transliterate } from './latin-text.ts';

describe('a name transliterated to Latin letters', () => {
  it.each([
    ['Devanagari', 'सीता वर्मा', 'Sita Varma'],
    ['Devanagari, a word with one long vowel', 'गीत राम', 'Git Ram'],
    ['Devanagari, a short name', 'रवि कुमार', 'Ravi Kumar'],
    ['Devanagari, a silent a in the middle', 'अरविंद मनमोहन राजकुमार', 'Arvind Manmohan Rajkumar'],
    ['Devanagari, an a that is spoken in the middle', 'सरस्वती विजयलक्ष्मी गायत्री', 'Sarasvati Vijayalakshmi Gayatri'],
    ['Devanagari, an a that is spoken at the end', 'मिश्र कृष्ण आदित्य भारतीय', 'Mishra Krishna Aditya Bhartiya'],
    ['Devanagari, conjuncts', 'ज्ञानेश्वर लक्ष्मण सिद्धार्थ श्री', 'Gyaneshvar Lakshman Siddharth Shri'],
    ['Devanagari, nasals', 'सिंह संजय शंभु चाँद वंदना', 'Singh Sanjay Shambhu Chand Vandana'],
    ['Devanagari, letters with a dot', 'फ़िरोज़ ख़ान चोपड़ा', 'Firoz Khan Chopra'],
    ['Devanagari, one letter', 'न', 'Na'],
    ['Bengali', 'অমিত চট্টোপাধ্যায় দত্ত সিংহ অভিজিৎ', 'Amit Chattopadhyay Datta Sinha Abhijit'],
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਬੱਚਨ ਸ਼ਰਮਾ', 'Gurprit Singh Bacchan Sharma'],
    ['Gujarati', 'નરેન્દ્ર પટેલ', 'Narendra Patel'],
    ['Odia', 'ପ୍ରଧାନ ମିଶ୍ର ଓଡ଼ିଆ', 'Pradhan Mishra Oria'],
    ['Tamil', 'முத்து செல்வம் ஃபாத்திமா', 'Muthu Selvam Fathima'],
    ['Telugu', 'వెంకట రామ సుందరం', 'Venkata Rama Sundaram'],
    ['Kannada', 'ಕೃಷ್ಣ ಮಂಜುನಾಥ', 'Krishna Manjunatha'],
    ['Malayalam', 'കൃഷ്ണൻ നായർ', 'Krishnan Nayar'],
    ['Latin with accents', 'José Müller ﬁ', 'Jose Muller fi'],
  ])('[BANK-07] keeps its vowels: %s', (_script, name, latin) => {
    expect(transliterate(name)).toBe(latin);
  });

  it('[BANK-07] is the same for composed letters, decomposed letters and letters with joiners', () => {
    expect(transliterate('क\u094d\u200dष\u092e\u093e')).toBe('Kshama');
    expect(transliterate('গৌতম'.normalize('NFD'))).toBe('Gautam');
  });

  it.each(['😀', '👨‍👩‍👧', '👍🏽', '🇮🇳', '❤️', '‼️', '™', '₹', '★'])(
    '[BANK-07] does not contain the symbol %s',
    (symbol) => {
      expect(transliterate(`Ravi ${symbol} Kumar`).split(/\s+/)).toEqual(['Ravi', 'Kumar']);
    },
  );
});
