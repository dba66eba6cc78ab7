-- The form in which texts are compared (FIND-01), as `foldText` of the contract makes it. Indexes have it: a changed one needs another name.
CREATE FUNCTION fold_text(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(
    CASE WHEN octet_length(given) = char_length(given) THEN lower(translate(given, '`', '''') COLLATE "C")
    ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(translate(
      regexp_replace(normalize(translate(given, '´', ''''), NFKD),
        E'[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc'
        '\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff]', '', 'g'),
      E'`‘’‚‛′‵ʹʻʼʽˈꞌ“”„‟″‶«»‐‒–—―−⁃ØøŁłĐđÐðĦħıŦŧƀɓƁƊɗĸŊŋɛƐƏəẞÆŒÞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗ'
      'ИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏABCDEFGHIJKLMNOPQRSTUVWXYZ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३'
      '४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯᱐᱑᱒᱓'
      '᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹',
      E'''''''''''''''''''''''''''""""""""-------oollddddhhittbbbddqnneeeeßæœþαβγδεζηθικλμνξοπρστυφχψωσабвгдежз'
      'ийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџabcdefghijklmnopqrstuvwxyz012345678901234567890123'
      '456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123'
      '4567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'ൺ', 'ണ്'), 'ൻ', 'ന്'), 'ർ', 'ര്'), 'ൽ', 'ല്'), 'ൾ', 'ള്'), 'ൿ', 'ക്'), 'ৎ', 'ত্')
    END, E'[\u0009-\u000d\u0020\u0085\u1680\u2028\u2029]+', ' ', 'g'))
$$;--> statement-breakpoint
-- How the words of a name sound (FIND-03): consonants without aspiration, and i and u. The letters of all Indian scripts are those of
-- Devanagari at other places of Unicode. Bengali, Odia and Tamil do not tell b and v, or k and g, apart: their words have "^" and a coarser key, which
-- those of other scripts have after "~". @param folded a name as `fold_text` makes it
CREATE FUNCTION name_keys(folded text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  word text;
  key text;
  coarse text;
  keys text[] := '{}';
BEGIN
  FOREACH word IN ARRAY regexp_split_to_array(replace(normalize(folded, NFC), '''', ''), E'[^a-z\u00b5-\uffff]+') LOOP
    CONTINUE WHEN word IN ('', 'mr', 'mrs', 'ms', 'miss', 'dr', 'er', 'adv', 'prof', 'late', 'shri', 'shree', 'sri', 'smt', 'ji', 'jee', 'bhai',
      'ben', 'garu', 'saheb', 'sahab', 'श्री', 'श्रीमती', 'जी', 'डॉ', 'भाई', 'बेन');
    IF word ~ '^[a-z]' THEN
      key := CASE WHEN word IN ('md', 'mohd', 'mhd', 'muhd') THEN 'mohammad' WHEN word IN ('shaikh', 'sheikh', 'shaik', 'sheik') THEN 'shekh'
        ELSE regexp_replace(regexp_replace(word, '^(.{4,})bhai$', '\1'), 'inder$', 'endr') END;
      key := regexp_replace(regexp_replace(regexp_replace(key, '^iy', 'ay'), 'ey$', 'e'), 'qu(?=[ie])', 'q');
      key := replace(replace(replace(replace(replace(replace(key, 'x', 'ks'), 'zh', 'l'), 'dny', 'gy'), 'jn', 'gy'), 'ow', 'u'), 'ch', 'C');
      key := regexp_replace(regexp_replace(key, '([bdgjkpstC])h', '\1', 'g'), 'ee+', 'i', 'g');
      key := translate(regexp_replace(key, 'c(?=[kC])', '', 'g'), 'cCqfwzyov', 'kckpbjiub');
      key := regexp_replace(key, '(.)\1+', '\1', 'g');
    ELSE
      key := word;
      IF word ~ E'[\u0980-\u0d7f]' THEN
        key := (SELECT string_agg(CASE WHEN letter ~ E'[\u0980-\u0d7f]' THEN chr(2304 + ascii(letter) % 128) ELSE letter END, '' ORDER BY place)
          FROM regexp_split_to_table(regexp_replace(word, E'[\u0c02\u0c82\u0d02]$', E'\u0d2e'), '') WITH ORDINALITY AS letters (letter, place));
      END IF;
      key := replace(replace(replace(key, 'ज्ञ', 'ग्य'), 'सिंह', 'सिंग'), E'\u0970', E'\u0902');
      key := replace(replace(replace(replace(key, 'ऐ', 'अइ'), 'औ', 'अउ'), 'ऋ', 'रि'), E'\u0943', E'\u094d\u0930\u093f');
      key := translate(key, E'कखगघङञणनऩचछजझटठतथडढदधपफबभवमयरऱलळऴशषसहअआएऍऎइईउऊओऑऒ'
        '\u093f\u0940\u0948\u0941\u0942\u094b\u094c\u094a\u0949\u0902\u0901\u094d\u093e\u0947\u0945\u0946\u0903\u093d\u093a\u093b\u094e\u094f', 'kkggnnnnnccjjttttddddppbbbmirrlllssshaaaaaiiuuuuuiiiuuuuuunn+');
      key := replace(regexp_replace(key, '(.)\+\1', '\1', 'g'), '+', '');
    END IF;
    key := regexp_replace(regexp_replace(replace(replace(key, 'mp', 'np'), 'mb', 'nb'), '^[ae]+', 'A'), '[ae]', '', 'g');
    key := regexp_replace(regexp_replace(key, '([iu])[iu]+', '\1', 'g'), '^(..+)h$', '\1');
    CONTINUE WHEN length(key) < 2;
    coarse := regexp_replace(translate(key, 'gbdjsh', 'kptcck'), '([kpt])ir', '\1r', 'g');
    keys := keys || ARRAY['~' || coarse, CASE WHEN word ~ E'[\u0980-\u09ff\u0b00-\u0bff]' THEN '^' || coarse ELSE key END];
  END LOOP;
  RETURN keys;
END
$$;--> statement-breakpoint
-- The keys of names that sound like a word; one of them is enough. @param folded the word as `fold_text` makes it
CREATE FUNCTION similar_keys(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN keys[2] ~ '^\^' THEN keys[:1] ELSE ARRAY[keys[2], '^' || substr(keys[1], 2)] END FROM name_keys(folded) AS keys
$$;--> statement-breakpoint
-- The digits of a phone number in any script, by which it is searched (FIND-02).
CREATE FUNCTION digits_of(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(CASE WHEN octet_length(given) = char_length(given) THEN given ELSE fold_text(given) END, '[^0-9]', '', 'g');--> statement-breakpoint
DROP INDEX CONCURRENTLY "mechanics_fragment";--> statement-breakpoint
DROP INDEX CONCURRENTLY "notes_fragment";--> statement-breakpoint
DROP INDEX CONCURRENTLY "users_fragment";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mechanics_search" ON "mechanics" USING gin (fold_text(name) gin_trgm_ops,fold_text(email) gin_trgm_ops,digits_of(phone) gin_trgm_ops,name_keys(fold_text(name))) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notes_search" ON "notes" USING gin (fold_text(text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_search" ON "users" USING gin (fold_text(name) gin_trgm_ops,fold_text(email) gin_trgm_ops,digits_of(phone) gin_trgm_ops,name_keys(fold_text(name))) WHERE record_state = 'full';
